/** A picture without metadata. */
export interface CleanPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** The bytes from `from` to `to`, or null if the file ends before. */
export function slice(bytes: Uint8Array, from: number, to: number): Uint8Array | null {
  return to > bytes.length ? null : bytes.subarray(from, to);
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const textAt = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
