import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const program = "/usr/bin/chromium";
export const hasChromium = existsSync(program);

/** Debian's Chromium, configured to make no requests of its own. */
export function launchChromium(): Promise<Browser> {
  if (!hasChromium) throw new Error("Chromium is not installed: run scripts/install-debian-packages.sh.");
  const args = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: program, args });
}
