const protocols = new Set(["http:", "https:", "mailto:"]);

/** The address where a link may lead: whole, to the web or a mailbox. Null for anything else. */
export function toSafeAddress(href: string): string | null {
  const url = URL.parse(href);
  return url !== null && protocols.has(url.protocol) ? url.href : null;
}
