export function DeliverySlots() {
  return null;
}
