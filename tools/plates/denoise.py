"""The network of Open Image Denoise in numpy, for a Blender that is built without it (Debian's is).
Weights: rt_hdr_alb_nrm.tza (Apache-2.0, Intel); README.md says where to get it."""
import struct

import numpy as np


def load_weights(path):
    b = open(path, 'rb').read()
    if struct.unpack_from('<H', b, 0)[0] != 0x41D7:
        raise ValueError(path + ' is no file of weights')
    at = struct.unpack_from('<Q', b, 4)[0]
    count = struct.unpack_from('<I', b, at)[0]
    at += 4
    tensors = {}
    for _ in range(count):
        size = struct.unpack_from('<H', b, at)[0]
        at += 2
        name = b[at:at + size].decode()
        at += size
        axes = b[at]
        at += 1
        shape = struct.unpack_from('<%dI' % axes, b, at)
        at += 4 * axes + axes
        kind = chr(b[at])
        at += 1
        start = struct.unpack_from('<Q', b, at)[0]
        at += 8
        values = np.frombuffer(b, {'f': '<f4', 'h': '<f2'}[kind], int(np.prod(shape)), start)
        tensors[name] = values.reshape(shape).astype(np.float32)
    return tensors


def convolve(x, w, bias, relu=True):
    """3 by 3, in strips that stay in the cache."""
    outs, ins = w.shape[:2]
    _, height, width = x.shape
    flat = w.reshape(outs, ins * 9)
    strip = max(1, 3000000 // (ins * 9 * width))
    padded = np.zeros((ins, height + 2, width + 2), np.float32)
    padded[:, 1:-1, 1:-1] = x
    y = np.empty((outs, height, width), np.float32)
    for top in range(0, height, strip):
        h = min(strip, height - top)
        columns = np.empty((ins, 3, 3, h, width), np.float32)
        for i in range(3):
            for j in range(3):
                columns[:, i, j] = padded[:, top + i:top + i + h, j:j + width]
        t = flat @ columns.reshape(ins * 9, h * width)
        t += bias.reshape(-1, 1)
        if relu:
            np.maximum(t, 0, out=t)
        y[:, top:top + h] = t.reshape(outs, h, width)
    return y


def smaller(x):
    return x.reshape(x.shape[0], x.shape[1] // 2, 2, x.shape[2] // 2, 2).max((2, 4))


def larger(x):
    return x.repeat(2, 1).repeat(2, 2)


# The network sees light as the eye does (perceptual quantiser of its training).
A, B, C, D, E, F, G = 1.41283765e+03, 1.64593172e+00, 4.31384981e-01, -2.94139609e-03, 1.92653254e-01, 6.26026094e-03, 9.98620152e-01
Y0, Y1, X0, X1 = 1.57945760e-06, 3.22087631e-02, 2.23151711e-03, 3.70974749e-01


def to_eye(y):
    return np.where(y <= Y0, A * y, np.where(y <= Y1, B * np.power(np.maximum(y, 1e-12), C) + D, E * np.log(y + F) + G))


def from_eye(x):
    return np.where(x <= X0, x / A, np.where(x <= X1, np.power(np.maximum((x - D) / B, 0), 1 / C), np.exp((x - G) / E) - F))


def denoise(light, albedo, normal, weights):
    """Each height by width by 3, linear; its sides must be multiples of 16."""
    w = load_weights(weights)
    h, wide, _ = light.shape
    light = np.nan_to_num(np.maximum(light, 0))
    seen = (light @ np.array([.2126, .7152, .0722], np.float32)).reshape(h // 16, 16, wide // 16, 16).mean((1, 3))
    scale = .18 / np.exp2(np.log2(seen[seen > 1e-8]).mean())
    unit = 1 / to_eye(np.float64(65504.))
    x = np.concatenate([to_eye(light * scale) * unit, np.clip(albedo, 0, 1), np.clip(normal, -1, 1) * .5 + .5], -1)
    first = np.ascontiguousarray(x.transpose(2, 0, 1)).astype(np.float32)

    def layer(name, x, relu=True):
        return convolve(x, w[name + '.weight'], w[name + '.bias'], relu)
    skip = [first, smaller(layer('enc_conv1', layer('enc_conv0', first)))]
    for k in (2, 3, 4):
        skip.append(smaller(layer('enc_conv%d' % k, skip[-1])))
    x = layer('enc_conv5b', layer('enc_conv5a', skip[4]))
    for k in (4, 3, 2, 1):
        x = np.concatenate([larger(x), skip[k - 1]], 0)
        x = layer('dec_conv%db' % k, layer('dec_conv%da' % k, x))
    y = from_eye(np.maximum(layer('dec_conv0', x, False), 0).astype(np.float64) / unit) / scale
    return np.maximum(y.transpose(1, 2, 0), 0).astype(np.float32)
