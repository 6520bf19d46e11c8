// The push services of Chrome and Edge on Android, Firefox, Safari, and Edge on Windows. The hub sends to no others, so that nobody can
// have it send requests into a network by naming an address there.
const hosts = ["fcm.googleapis.com", "updates.push.services.mozilla.com"];
const domains = [".push.apple.com", ".notify.windows.com"];

/** The address of a subscription, if it is at a known push service; null otherwise. */
export function toEndpoint(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const { protocol, hostname, port, username, password } = url;
  const isKnown = hosts.includes(hostname) || domains.some((domain) => hostname.endsWith(domain));
  return protocol === "https:" && port === "" && username === "" && password === "" && isKnown ? url : null;
}

/** Safari takes declarative messages by their type, ignores tags, and cannot take a notification back without showing another. */
export function isSafari({ hostname }: URL): boolean {
  return hostname.endsWith(".push.apple.com");
}
