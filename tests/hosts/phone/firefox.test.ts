import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, vi } from "vitest";
import { startDesktop } from "../../support/desktop.ts";
import { startHub, temporaryDirectory } from "../../support/hub.ts";
import { testWith } from "../../support/needs.ts";
import { type Firefox, firefoxProgram, startFirefox } from "./firefox.ts";
import { startMozillaPush } from "./mozilla-push.ts";

const test = testWith(firefoxProgram);

// Urgent, or the device would stay silent while its page is in use.
const notify = { after: "50ms", desktop: false, urgent: [{ agent: "claude" }] };
const claude = { agent: { name: "claude" } };

const sessions = {
  ...{ question: "Where should we keep login sessions?", header: "Sessions", multiSelect: false },
  options: [{ label: "Redis (Recommended)" }, { label: "PostgreSQL" }],
};

/** Waits for a text on the page. */
async function see(firefox: Firefox, text: string): Promise<void> {
  await vi.waitFor(async () => expect(await firefox.evaluate("document.body.innerText")).toContain(text), 60_000);
}

describe("Firefox with its own push service protocol", () => {
  test("subscribes, decrypts, shows buttons and answers, with and without a page; an ended subscription is named", async () => {
    const [service, desktop] = [await startMozillaPush(), await startDesktop()];
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "config.json"), JSON.stringify({ notify }));
    const hub = await startHub({ directory, env: service.env });
    const preferences = {
      "dom.push.serverURL": service.url,
      "dom.push.testing.allowInsecureServerURL": true,
      "dom.push.connection.enabled": true,
      "permissions.default.desktop-notification": 1,
    };
    const firefox = await startFirefox(preferences, desktop.env);
    await firefox.goTo((await hub.client("human").createLoginLink()).url);
    await see(firefox, "live");
    await firefox.goTo(`${hub.url}/settings`);
    await see(firefox, "What a notification shows");
    await firefox.evaluate("document.querySelector('.push-form button[type=submit]').click()");
    const test = await desktop.until("Does this arrive?");
    desktop.press(test, "It works");
    await see(firefox, "On, as");
    expect(await hub.client("human").listDevices()).toMatchObject([{ kind: "push", state: "ready" }]);

    const answered = async (question: string, button: string) => {
      const { id } = await hub.ask([{ ...sessions, question }], claude);
      const toast = await desktop.until(question);
      expect(toast.buttons.map(({ text }) => text)).toEqual(expect.arrayContaining(["Redis", "PostgreSQL"]));
      // The desktop sees which button, and never its secret name.
      expect(JSON.stringify(toast.buttons)).not.toMatch(/[\w-]{20,}/);
      desktop.press(toast, button);
      return vi.waitFor(async () => {
        const { outcome, receipts } = await hub.client("human").get(id);
        expect(receipts?.map(({ what }) => what)).toEqual(["sent", "shown", "answered"]);
        return outcome;
      }, 60_000);
    };
    expect(await answered("With the page open?", "Redis")).toMatchObject({
      answers: [{ selectedOptions: ["Redis (Recommended)"] }],
      by: { surface: "push", act: "click" },
    });
    await firefox.goTo("about:blank");
    expect(await answered("With no page?", "PostgreSQL")).toMatchObject({
      answers: [{ selectedOptions: ["PostgreSQL"] }],
    });

    const elsewhere = await hub.ask([{ ...sessions, question: "Answered elsewhere?" }], claude);
    await desktop.until("Answered elsewhere?");
    await hub.client("human").decline(elsewhere.id, { surface: "web", act: "click", user: "ana" });
    await desktop.until("Declined in web");
    expect(desktop.toasts().filter(({ title }) => title.includes("elsewhere"))).toEqual([]);

    service.forget();
    const lost = await hub.ask([{ ...sessions, question: "Lost?" }], claude);
    await vi.waitFor(async () => {
      const [device] = await hub.client("human").listDevices();
      expect(device?.reason).toContain("ended its subscription");
    }, 60_000);
    expect((await hub.client("human").get(lost.id)).receipts).toMatchObject([{ what: "failed" }]);
  });
});
