/** The host names under which this hub may be called. Compared as a whole: `127.0.0.1.evil.example` is another host. */
export interface Hosts {
  /** `Host` headers that are accepted on TCP. */
  hosts: ReadonlySet<string>;
  /** `Origin` headers that are accepted, if there is one. */
  origins: ReadonlySet<string>;
}

const loopback = ["127.0.0.1", "localhost", "[::1]"];

/** Whether this host is the hub's own port on this machine. A proxy in front of several hubs has another port. */
export function isOwnPort({ url }: { url: string }, host: string): boolean {
  return loopback.some((name) => host === `${name}:${new URL(url).port}`);
}

export function createHosts(port: number, publicUrl?: URL): Hosts {
  const local = loopback.map((name) => new URL(`http://${name}:${port}`));
  const hosts = new Set(local.map((url) => url.host));
  const origins = new Set(local.map((url) => url.origin));
  if (publicUrl !== undefined) {
    hosts.add(publicUrl.host);
    origins.add(publicUrl.origin);
  }
  return { hosts, origins };
}

/**
 * Whether a proof may be given for this host. Not for an address of this machine on which the hub does not listen: another
 * program could listen there on the same port, fetch the proof here and pass it on.
 */
export function isOwnHost({ hosts }: Hosts, { url }: { url: string }, host: string): boolean {
  if (!hosts.has(host)) return false;
  const isLiteral = host.startsWith("127.0.0.1:") || host.startsWith("[::1]:");
  return !isLiteral || host === new URL(url).host;
}

/** Why a request is refused, or null. A unix socket has no host name: its clients send localhost, or nothing. */
export function refuseHost(
  hosts: Hosts,
  request: { host: string | undefined; origin: string | undefined; socket: boolean },
): string | null {
  const { host, origin } = request;
  if (!request.socket && (host === undefined || !hosts.hosts.has(host.toLowerCase())))
    return "This hub does not answer to that Host.";
  if (request.socket && host !== undefined && host.toLowerCase() !== "localhost")
    return "This socket answers only to the Host localhost.";
  if (origin !== undefined && !hosts.origins.has(origin)) return "This hub does not answer pages of that Origin.";
  return null;
}

/** Whether a request names its host twice. Node keeps the first and drops the other, which a proxy may have used. */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") count += 1;
  return count > 1;
}
