import { CopyField } from '#web/ui/form/copy-field.tsx';
import { QrCode } from './qr-code.tsx';

/** The secret of an authenticator app, to scan or to type. */
export function AppKey({ totpUri }: { totpUri: string }) {
  const key = new URL(totpUri).searchParams.get('secret') ?? '';
  return (
    <div className="grid gap-4">
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <QrCode text={totpUri} label="QR code for your authenticator app" />
      <CopyField label="Key" value={key} />
    </div>
  );
}
