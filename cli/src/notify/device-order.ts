interface Ordered {
  id: string;
  name: string;
}

/** Devices in the order in which they are tried: those that `order` names, by id or name, then the others as they are. */
export function inOrder<Device extends Ordered>(devices: readonly Device[], order: readonly string[]): Device[] {
  const rank = ({ id, name }: Ordered) => {
    const at = order.findIndex((one) => one === id || one === name);
    return at === -1 ? order.length : at;
  };
  return devices.toSorted((one, other) => rank(one) - rank(other));
}
