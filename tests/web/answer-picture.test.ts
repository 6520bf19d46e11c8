import { createHash } from "node:crypto";
import { describe, expect, vi } from "vitest";
import { toPng } from "../../hub/src/testing/sample-picture.ts";
import { database } from "../support/asks.ts";
import { accessibilityFaults, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { askApproval, claude } from "../support/inbox.ts";
import { isSettled, openWebInbox } from "../support/web-inbox.ts";

const sketch = toPng(96, 64, { text: "51.5007 N, 0.1246 W" });
const toFile = (name: string, buffer = sketch, mimeType = "image/png") => ({ name, mimeType, buffer });
const hash = createHash("sha256").update(toPng(96, 64)).digest("hex");

describe("a picture in an answer, on the page", () => {
  const browser = useBrowser();

  test("is added with keys alone, survives a reload, and is sent with the words", async () => {
    const hub = await startHub();
    const { id } = await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub);
    await page.getByRole("button", { name: "Add picture" }).waitFor();
    const choosing = page.waitForEvent("filechooser");
    await isSettled(page);
    await page.keyboard.press("p");
    await (await choosing).setFiles([toFile("sketch.png")]);
    const shown = page.getByRole("img", { name: "sketch.png" });
    await shown.waitFor();
    await page.getByText("PNG, 96 × 64, 1 KB").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await isSettled(page);
    await page.keyboard.press("o");
    await page.getByLabel("Your own answer").fill("As drawn here");
    await page.keyboard.press("Escape");
    await vi.waitFor(
      async () => expect((await hub.client("human").get(id)).draft?.draft.entries[0]?.attachments).toHaveLength(1),
      10_000,
    );
    await page.reload();
    await shown.waitFor();
    await isSettled(page);
    await page.getByRole("button", { name: "Send answer" }).click();
    await vi.waitFor(async () => expect((await hub.client("human").get(id)).status).toBe("answered"), 10_000);
    const { outcome } = await hub.client("agent").get(id);
    expect(outcome).toMatchObject({ answers: [{ customInput: "As drawn here", attachments: [{ hash, ask: id }] }] });
    const read = await hub.client("agent").picture(id, hash);
    expect(createHash("sha256").update(Buffer.from(read.data, "base64")).digest("hex")).toBe(hash);
    await page.goto(new URL(`/log/${id}`, page.url()).href);
    await page.getByRole("link", { name: "sketch.png" }).waitFor();
  });

  test("is pasted into the field and dropped on the card; one that cannot be sent is refused in words; Remove takes one off", async () => {
    const hub = await startHub();
    const { id } = await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub, { path: `/a/${id}`, expected: [/status of 422/] });
    await isSettled(page);
    const give = (type: "paste" | "drop", name: string, bytes: Buffer) =>
      page.evaluate(`{
        const given = new DataTransfer();
        const bytes = Uint8Array.from(atob("${bytes.toString("base64")}"), (one) => one.charCodeAt(0));
        given.items.add(new File([bytes], "${name}", { type: "image/png" }));
        const more = { clipboardData: given, dataTransfer: given, bubbles: true, cancelable: true };
        const Kind = "${type}" === "paste" ? ClipboardEvent : DragEvent;
        document.querySelector(".yc-card input").dispatchEvent(new Kind("${type}", more));
      }`);
    await page.getByRole("button", { name: "Add picture" }).waitFor();
    await give("paste", "image.png", sketch);
    await page.getByRole("img", { name: "picture.png" }).waitFor();
    await give("drop", "other.png", toPng(960, 640));
    const other = page.getByRole("button", { name: "other.png", exact: true });
    expect((await other.getByRole("img").boundingBox())?.width).toBe(108);
    await other.press("Enter");
    await other.and(page.locator('[aria-expanded="true"]')).waitFor();
    expect((await other.getByRole("img").boundingBox())?.width).toBeGreaterThan(300);
    // All of it is in sight, not behind Send.
    await vi.waitFor(async () => {
      const [large, send] = await Promise.all([other.boundingBox(), page.locator(".yc-footer").boundingBox()]);
      expect((large?.y ?? 0) + (large?.height ?? 0)).toBeLessThanOrEqual(send?.y ?? 0);
    }, 5000);
    await give("drop", "drawing.svg", Buffer.from("<svg/>"));
    await page.getByText("drawing.svg was not added. Only PNG, JPEG, WebP and GIF pictures can be sent.").waitFor();
    await give("drop", "bomb.png", toPng(65_000, 65_000, { rows: 1 }));
    await page.getByText("bomb.png was not added. The picture has 65000 × 65000 pixels").waitFor();
    await page.getByRole("button", { name: "Remove other.png" }).click();
    await vi.waitFor(
      async () =>
        expect((await hub.client("human").get(id)).draft?.draft.entries[0]?.attachments).toMatchObject([{ hash }]),
      10_000,
    );
    await expect(
      hub.client("human").picture(id, createHash("sha256").update(toPng(960, 640)).digest("hex")),
    ).rejects.toThrow();
  });

  test("is taken from the clipboard and from a drop wherever the person is on the page, and not from a paste into another field", async () => {
    const hub = await startHub();
    await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub);
    await page.getByRole("button", { name: "Add picture" }).waitFor();
    await isSettled(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob("${sketch.toString("base64")}"), (one) => one.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
    })()`);
    await page.getByRole("searchbox").focus();
    await page.keyboard.press("Control+V");
    await page.evaluate("document.activeElement.blur()");
    expect(await page.getByRole("list", { name: "Pictures" }).count()).toBe(0);
    await page.keyboard.press("Control+V");
    await page.getByRole("img", { name: "picture.png" }).waitFor();
    // A drop beside the card would make the browser open the file in place of the page.
    const isTaken = await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob("${toPng(48, 32).toString("base64")}"), (one) => one.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], "beside.png", { type: "image/png" }));
      const isLet = (type) => {
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        return document.querySelector(".list").dispatchEvent(event);
      };
      return [isLet("dragover"), isLet("drop")];
    })()`);
    expect(isTaken).toEqual([false, false]);
    await page.getByRole("img", { name: "beside.png" }).waitFor();
  });

  test("at 390 px goes with the note of a denial", async () => {
    const hub = await startHub();
    const { id } = await askApproval(hub);
    const page = await openWebInbox(browser, hub, { path: `/a/${id}` });
    await page.setViewportSize({ width: 390, height: 844 });
    await isSettled(page);
    await page.getByLabel("Picture", { exact: true }).setInputFiles([toFile("seen.png")]);
    await page.getByRole("img", { name: "seen.png" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: /^Deny/ }).click();
    await vi.waitFor(
      async () =>
        expect((await hub.client("human").get(id)).outcome).toMatchObject({
          answers: [{ selectedOptions: ["deny"], attachments: [{ hash, name: "seen.png" }] }],
        }),
      10_000,
    );
  });
});
