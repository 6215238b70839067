export function AccountSection() {
  return null;
}
