import { BlockList, isIP } from "node:net";
import { InvalidAskError } from "@yourcall/core";

/** Where outcomes may be sent: to loopback, and to what the person allows. */
export interface CallbackRules {
  /** Why this address may not be called; null if it may. */
  fault(url: string): string | null;
  /** Whether the name in an allowed address may lead to this IP address. */
  allows(url: URL, address: string): boolean;
}

const loopback = toList(["127.0.0.0/8", "::1/128"]);
// Every range that is not the public internet, also those that are translated to one.
const notPublic = toList([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...[
    "224.0.0.0/4",
    "240.0.0.0/4",
    "::/127",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "100::/64",
    "2001::/23",
    "2001:db8::/32",
  ],
  ...["2002::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"],
]);

/** `allowed` has origins, as `https://hooks.example.com`, and ranges of addresses that are not public, as `10.0.0.0/8`. */
export function toCallbackRules(allowed: readonly string[]): CallbackRules {
  const origins = new Set(allowed.filter(isOrigin).map((origin) => new URL(origin).origin));
  const ranges = toList(allowed.filter(isRange));
  return {
    fault(text) {
      const url = URL.canParse(text) ? new URL(text) : null;
      if (url === null || !["http:", "https:"].includes(url.protocol)) return "It must be an http or https address.";
      if (url.username !== "" || url.password !== "") return "It must not contain a password.";
      if (isLoopbackName(url) || origins.has(url.origin)) return null;
      return `${url.origin} is not among the callbacks that config.json allows; only this machine is.`;
    },
    allows(url, address) {
      if (has(ranges, address)) return true;
      if (isLoopbackName(url)) return has(loopback, address);
      const isNamed = hostOf(url) === address && origins.has(url.origin);
      return isNamed || !has(notPublic, address);
    },
  };
}

/** Throws if outcomes may not be posted there. */
export function checkCallback(url: string, allowed: readonly string[] = []): void {
  const message = toCallbackRules(allowed).fault(url);
  if (message !== null) throw new InvalidAskError([{ path: "callback", message }]);
}

/** Whether this is an entry of the list of allowed callbacks. */
export function isAllowable(entry: unknown): entry is string {
  return typeof entry === "string" && (isOrigin(entry) || isRange(entry));
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return ["http:", "https:"].includes(protocol) && href === `${origin}/`;
}

function isRange(text: string): boolean {
  const [address = "", bits = "0", ...more] = text.split("/");
  const version = isIP(address);
  return version !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

function isLoopbackName(url: URL): boolean {
  const host = hostOf(url);
  return host === "localhost" || (isIP(host) !== 0 && has(loopback, host));
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function has(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

function toList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const type = isIP(address) === 6 ? "ipv6" : "ipv4";
    list.addSubnet(address, bits === undefined ? (type === "ipv6" ? 128 : 32) : Number(bits), type);
  }
  return list;
}
