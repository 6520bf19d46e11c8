import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { createChannels, createDesktop, toMarkup, toSummary } from "./channels.ts";
import { parseNotifySettings } from "./notify-settings.ts";

/** What `notify-send` does to a body before the desktop sees it. */
function readEscapes(text: string): string {
  return text.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : code,
  );
}

test("markup in a question is shown as text", () => {
  expect(toMarkup('<b>"now"</b> & <img src="http://x">')).toBe(
    '&lt;b&gt;"now"&lt;/b&gt; &amp; &lt;img src="http://x"&gt;',
  );
});

test("an octal escape does not bring the markup back", () => {
  expect(readEscapes(toMarkup("\\074b\\076"))).toBe("\\074b\\076");
});

test("the desktop shows any text unchanged", () => {
  const text = fc.string({ unit: fc.constantFrom("<", ">", "&", "\\", "0", "7", "4", "n", "b", "lt;", "é") });
  fc.assert(
    fc.property(text, (given) => {
      const seen = readEscapes(toMarkup(given));
      expect(seen).not.toMatch(/[<>]/);
      expect(seen.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")).toBe(given);
      expect(toSummary(given)).not.toMatch(/[<>&]/);
    }),
  );
});

test("a tool that leaves a process behind delays nothing", { timeout: 4500 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-notify-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, "notify-send"), "#!/bin/sh\nsleep 5 &\necho 42\n", { mode: 0o755 });
  const desktop = createDesktop(true, { platform: "linux", env: { PATH: directory } });
  const about = { id: "ask_1", kind: "question", agent: "claude", title: "claude asks", text: "Which?" } as const;
  const notice = { ...about, url: "http://127.0.0.1:2255", createdAt: "2026-03-01T12:00:00.000Z" };
  expect(await desktop?.send(notice, new AbortController().signal)).toBe("42");
});

test("webhooks have ids that follow their addresses, and the same address counts once", () => {
  const [one, two] = [{ url: "https://a.example/x" }, { url: "https://b.example/x", form: "slack" }];
  const idsOf = (...webhooks: unknown[]) =>
    createChannels(parseNotifySettings({ desktop: false, webhooks }).settings).map(({ id }) => id);
  const [first, second] = idsOf(one, two);
  expect(first).not.toBe(second);
  expect(idsOf(two, one, two)).toEqual([second, first]);
});
