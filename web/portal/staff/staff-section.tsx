export function StaffSection() {
  return null;
}
