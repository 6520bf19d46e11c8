import { render } from "ink";
import { createElement } from "react";
import type { InboxOptions } from "./create-inbox.ts";
import { InboxApp, type InboxEnd } from "./inbox-app.ts";

/** Opens the inbox on this terminal, on its alternate screen, and gives the terminal back when the person leaves. */
export async function runInbox(options: InboxOptions): Promise<InboxEnd> {
  const { promise, resolve } = Promise.withResolvers<InboxEnd>();
  const app = render(createElement(InboxApp, { options, onEnd: resolve }), {
    alternateScreen: true,
    exitOnCtrlC: false,
    incrementalRendering: true,
    interactive: true,
    // A key is to be seen at once.
    maxFps: 120,
  });
  const end = await promise;
  app.unmount();
  await app.waitUntilExit();
  return end;
}
