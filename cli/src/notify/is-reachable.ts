/** Whether a phone can open this address: not one that only this machine has. */
export function isReachable(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || !/^(localhost|127\.|\[|0\.)/.test(hostname);
}
