/** The names under which this hub may be called. Compared whole: `127.0.0.1.evil.example` is another host. */
export interface Hosts {
  /** `Host` headers that are let in on TCP. */
  hosts: ReadonlySet<string>;
  /** `Origin` headers that are let in, where there is one. */
  origins: ReadonlySet<string>;
}

export function createHosts(port: number, publicUrl?: URL): Hosts {
  const local = ["127.0.0.1", "localhost", "[::1]"].map((name) => new URL(`http://${name}:${port}`));
  const hosts = new Set(local.map((url) => url.host));
  const origins = new Set(local.map((url) => url.origin));
  if (publicUrl !== undefined) {
    hosts.add(publicUrl.host);
    origins.add(publicUrl.origin);
  }
  return { hosts, origins };
}

/** Why a request is not let in, or null. A unix socket has no host; there only a browser's `Origin` is a stranger. */
export function refuseHost(
  hosts: Hosts,
  request: { host: string | undefined; origin: string | undefined; socket: boolean },
): string | null {
  const { host, origin } = request;
  if (!request.socket && (host === undefined || !hosts.hosts.has(host.toLowerCase())))
    return "This hub does not answer under that Host.";
  if (request.socket && host !== undefined && host.toLowerCase() !== "localhost")
    return "This socket answers under the Host localhost.";
  if (origin !== undefined && !hosts.origins.has(origin)) return "This hub does not answer pages of that Origin.";
  return null;
}
