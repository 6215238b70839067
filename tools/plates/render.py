"""blender -b -P render.py -- SLUG PIXELS SAMPLES WEIGHTS OUT.png"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio
from compositions import PLATES

slug, pixels, samples, weights, out = sys.argv[sys.argv.index('--') + 1:]
studio.clear()
PLATES[slug]()
studio.render(out, int(pixels), int(samples), weights)
