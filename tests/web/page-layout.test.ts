import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { database } from "../support/asks.ts";
import { scrollsSideways, takeScreenshot, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { answerElsewhere, askApproval, claude, loop } from "../support/inbox.ts";
import { isLive, isSettled, openWebInbox, row } from "../support/web-inbox.ts";

const refused = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown.`);
  return box;
}

describe("what never moves", () => {
  const browser = useBrowser();

  test("with a long list the card stays in view, its top always in the same place, and a deep link brings its row into view", async () => {
    const hub = await startHub();
    const asks = [];
    for (let count = 0; count < 60; count++)
      asks.push(await hub.ask([{ ...database, header: `Ask ${count}` }], { agent: count % 2 ? claude : loop }));
    const last = asks.at(-1);
    const page = await openWebInbox(browser, hub, { path: `/a/${last?.id}` });
    await row(page, "Ask 59").waitFor();
    const { y, height } = await boxOf(page, '.row[aria-current="true"]');
    expect(y).toBeGreaterThan(100);
    expect(y + height).toBeLessThanOrEqual(900);
    expect((await boxOf(page, ".yc-card")).y).toBe(104);
    // A filter shows its first matches; without it, the open ask is in view again.
    const filter = page.getByRole("searchbox", { name: "Filter the list" });
    const top = () => page.evaluate("document.querySelector('.rows').scrollTop");
    await filter.fill("Ask 1");
    await page
      .locator(".counts")
      .getByText(/ of 60$/)
      .waitFor();
    expect(await top()).toBe(0);
    await filter.fill("");
    await expect.poll(top).toBeGreaterThan(0);
    // The list scrolls; the card stays.
    await page.evaluate("document.querySelector('.rows').scrollTo(0, 0)");
    await row(page, "Ask 0").click();
    await page.getByRole("region", { name: "Ask 0", exact: true }).waitFor();
    expect((await boxOf(page, ".yc-card")).y).toBe(104);
    // A person may turn the screen while they type.
    await isSettled(page);
    await page.keyboard.press("n");
    await page.keyboard.type("kept");
    for (const width of [1600, 1280, 1024, 800, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate("document.activeElement.value"), `at ${width}`).toBe("kept");
      expect(await scrollsSideways(page), `at ${width}`).toBe(false);
      await expect.poll(() => page.locator(".list").count(), { message: `at ${width}` }).toBe(width < 1024 ? 0 : 1);
    }
  });

  test("the card and what sends have one place from ask to ask, and beside it there is always something", async () => {
    const hub = await startHub();
    const earlier = await hub.ask([database], { agent: claude });
    await answerElsewhere(hub, earlier, "SQLite");
    const preview = { ...database, options: database.options.map((option) => ({ ...option, preview: "# It" })) };
    const asks = [
      await hub.ask([database], { agent: claude }),
      await hub.ask([preview], { agent: claude, context: "I looked at all of them." }),
      await hub.ask([{ ...database, question: "Which one? ".repeat(200) }], { agent: loop }),
      await hub.ask([database, { ...database, question: "And the second?", header: "Second" }], { agent: claude }),
    ];
    const approvals = [
      await askApproval(hub, "npm test"),
      await askApproval(hub, Array.from({ length: 200 }, (_, at) => `echo ${at}`).join("\n")),
    ];
    const page = await openWebInbox(browser, hub);
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      const places = new Set<string>();
      for (const { id } of [...asks, ...approvals]) {
        await page.goto(`${hub.url}/a/${id}`);
        await page.locator(".yc-card :is(.yc-send, .yc-choice)").first().waitFor();
        const { x, y, width: wide } = await boxOf(page, ".yc-card");
        if (!approvals.some((approval) => approval.id === id)) {
          const send = await boxOf(page, ".yc-send");
          places.add([x, y, wide, send.x, send.width, send.y].map(Math.round).join());
          // Neither find nor the focus can scroll the page itself, in which only parts scroll.
          expect(await page.evaluate("(scrollTo(0, 900), scrollY)")).toBe(0);
        } else {
          const box = await boxOf(page, ".yc-choices");
          expect(box.y + box.height, `buttons at ${width}`).toBeLessThan(height);
          places.add(
            [...places][0]?.split(",").slice(0, 3).join() === [x, y, wide].map(Math.round).join()
              ? ([...places][0] ?? "")
              : "moved",
          );
        }
        if (width >= 1280) await page.getByRole("region", { name: "The session that asks" }).waitFor();
      }
      expect([...places], `at ${width}`).toHaveLength(1);
    }
    // However long the line is that says what was sent.
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${hub.url}/a/${asks[2]?.id}`);
    await page.locator(".yc-card .yc-send").waitFor();
    await isSettled(page);
    const { x, y, width } = await boxOf(page, ".yc-card");
    const words = "the one that costs least over five years, ".repeat(3);
    await page.keyboard.press("o");
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.type(words);
    await page.keyboard.press("Control+Enter");
    const title = await page.locator(".sent-what").getAttribute("title");
    expect(title).toBe(`Sent "${words.trim()}" to loop · new service`);
    expect(await boxOf(page, ".yc-card")).toMatchObject({ x, y, width });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${hub.url}/a/${asks[0]?.id}`);
    const side = page.getByRole("complementary", { name: "Beside the question" });
    await side.getByRole("link", { name: "SQLite" }).click();
    expect(new URL(page.url()).pathname).toBe(`/log/${earlier.id}`);
  });

  test("Deny, Allow once and Always are one row in one place, whatever an approval is about and can be answered with", async () => {
    const hub = await startHub();
    const path = "src/a/long/path/of/folders/inside/of/others/session-store-implementation.ts";
    const rules = [{ toolName: "Bash", ruleContent: "npm run build:*" }];
    const suggestions = [{ type: "addRules", rules, behavior: "allow" as const, destination: "localSettings" }];
    const change = { file_path: `/home/ana/shop/${path}`, old_string: "a\n", new_string: "b\n" };
    const host = [
      { id: "y", label: "Allow", effect: "allow-once" as const },
      { id: "a", label: "Allow for this session", effect: "allow-always" as const },
      { id: "n", label: "Reject", effect: "deny" as const },
    ];
    const long = { ...claude, title: "a session whose title is so long that it takes more than one line ".repeat(3) };
    const approvals = [
      { agent: claude, approval: { tool: "Bash", input: { command: "npm test" } } },
      { agent: long, asksAgain: true, approval: { tool: "Bash", input: { command: "npm run build" }, suggestions } },
      {
        agent: loop,
        approval: { tool: "Bash", input: { command: "make" } },
        description: "This call and all like it.",
      },
      { agent: claude, asksAgain: true, approval: { tool: "Edit", input: change } },
      { agent: loop, approval: { tool: "execute", input: { command: "npm test" }, options: host } },
    ];
    const asks = [];
    for (const { description, ...request } of approvals) {
      const labels = "options" in request.approval ? [] : ["allow-once", "allow-always", "deny"];
      const options = labels.map((label) => ({ label, description }));
      const question = { question: "May it?", header: "Act", options, multiSelect: false };
      asks.push(await hub.ask([question], { kind: "approval", ...request }));
    }
    const page = await openWebInbox(browser, hub);
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const places = new Set<string>();
      for (const { id, approval } of asks) {
        await page.goto(`${hub.url}/a/${id}`);
        await page.locator(".yc-choice").first().waitFor();
        const boxes = await Promise.all(
          [".yc-head", ".yc-choice[data-effect='deny']", ".yc-choice[data-effect='allow-once']"].map((part) =>
            boxOf(page, part),
          ),
        );
        places.add(boxes.map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join()).join(" "));
        expect(boxes[1]?.y, `at ${width}`).toBe(boxes[2]?.y);
        const always = page.locator(".yc-choice[data-effect='allow-always']");
        if (width < 640) expect(await always.isVisible()).toBe(false);
        // A name of the host's own may be too long for the row.
        else if (approval?.options === undefined) expect((await always.boundingBox())?.y).toBe(boxes[1]?.y);
        if (approval?.tool === "Edit") {
          expect(await page.locator(".yc-approval .yc-text").innerText()).toBe(`Edit ${path}`);
          const cut =
            "[...document.querySelectorAll('.yc-text')].filter((it) => it.scrollHeight > it.clientHeight).length";
          expect(await page.evaluate(cut)).toBe(0);
        }
      }
      expect([...places], `at ${width}`).toHaveLength(1);
    }
  });

  test("what asks to confirm a skip moves no button beside it", async () => {
    const hub = await startHub();
    await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub);
    await page.locator(".yc-extras").waitFor();
    await isSettled(page);
    const places = () =>
      page.evaluate(`[...document.querySelectorAll(".yc-extras > button, .yc-option")].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join();
      })`);
    const before = await places();
    await page.getByRole("button", { name: "Skip" }).click();
    await page.getByText("Skip it?").waitFor();
    expect(await page.locator(".yc-extras .yc-key").filter({ visible: true }).count()).toBe(0);
    expect(await places()).toEqual(before);
  });

  test("while the hub is gone and when it is back, options stay on the same pixels, and the state is shown in one place", async () => {
    const hub = await startHub();
    const port = new URL(hub.url).port;
    await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub, { expected: [refused] });
    await page.locator(".yc-option").first().waitFor();
    await isSettled(page);
    const places = () =>
      page.evaluate(`[...document.querySelectorAll(".yc-option, .yc-send, .row, .yc-card")].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join();
      })`);
    const before = await places();
    await hub.stop("SIGKILL");
    await page.getByText(/^Reconnecting\. Hub last seen/).waitFor();
    expect(await places()).toEqual(before);
    expect(await page.getByText("when you press Send").count()).toBe(0);
    // Pages that have nothing to show yet say why.
    await page.getByRole("link", { name: "Sessions" }).click();
    await page.getByText("The sessions appear here as soon as it is back.").waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText("The devices could not be loaded.").waitFor();
    expect(await page.getByText("To log in on a phone").count()).toBe(0);
    await page.goBack();
    await page.goBack();
    await hub.restart({ args: ["--port", port] });
    await isLive(page);
    expect(await page.getByText("Reconnecting").count()).toBe(0);
    expect(await places()).toEqual(before);
  });

  test("an ask answered elsewhere keeps its card, its options and what is beside it in place while it is looked at", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database], { agent: claude, context: "I looked at **all** of them." });
    const other = await hub.ask([{ ...database, header: "Other one" }], { agent: claude });
    const page = await openWebInbox(browser, hub, { path: `/a/${ask.id}` });
    await page.locator(".yc-option").first().waitFor();
    await page.locator(".yc-option", { hasText: "MongoDB" }).hover();
    const places = (selectors: string) =>
      page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selectors)})].slice(0, 5).map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join();
      })`);
    const kept = ".yc-option:not(:has(.yc-field)), .side";
    const before = await places(kept);
    await answerElsewhere(hub, ask, "SQLite");
    await page.getByText(/^Answered\. ben, in web/).waitFor();
    // All but Other, which is empty.
    const after = (await places(kept)) as string[];
    expect(before).toEqual(expect.arrayContaining(after));
    expect(after).toHaveLength(4);
    await page.getByText("I looked at all of them.").waitFor();
    await page.getByRole("link", { name: "Next question" }).click();
    await page.getByRole("region", { name: "Other one", exact: true }).waitFor();
    expect(page.url()).toBe(other.url);
  });

  test("a press on something that moved under a resting pointer is ignored until the pointer has moved", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database], { agent: claude });
    const page = await openWebInbox(browser, hub);
    const mongo = page.locator(".yc-option", { hasText: "MongoDB" });
    await mongo.waitFor();
    await isSettled(page);
    const box = await mongo.boundingBox();
    if (box === null) throw new Error("MongoDB is not shown.");
    const [x, y] = [box.x + 60, box.y + 20];
    await page.mouse.move(x, y);
    // As an update of the page might do, everything slides down by one option.
    await page.evaluate(`document.querySelector(".pane-line").style.height = "${56 + box.height}px"`);
    await page.mouse.down();
    await page.mouse.up();
    await page.getByText("Ignored: the question had just changed. Move the mouse, then click.").waitFor();
    const status = async () => (await hub.client("human").get(ask.id)).status;
    expect([await status(), await page.getByRole("radio", { checked: true }).count()]).toEqual(["pending", 0]);
    await page.mouse.move(x + 1, y + 1);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(status).toBe("answered");
    expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({
      answers: [{ selectedOptions: ["PostgreSQL (Recommended)"] }],
    });
  });

  test.each([390, 800])(
    "at %i px, after the last answer, the empty page stands alone and nothing lies over it",
    async (width) => {
      const hub = await startHub();
      await hub.ask([database], { agent: claude });
      const page = await openWebInbox(browser, hub, { width, height: 844, touch: width < 640 });
      await row(page, "Database").click();
      await isSettled(page);
      await page.getByText("MongoDB").click();
      if (width < 640) await page.getByRole("button", { name: "Send answer" }).click();
      const heading = page.getByRole("heading", { name: "Nothing is waiting for you" });
      await heading.waitFor();
      await page.getByText("Sent MongoDB to claude").waitFor();
      await takeScreenshot(page, `after-the-last-answer-${width}`);
      // Nothing of one part of the page is in the same place as something of another.
      const overlaps = await page.evaluate<string[]>(`(() => {
      const boxesIn = (part) =>
        [...part.querySelectorAll("*")]
          .filter((each) => each.children.length === 0 && each.checkVisibility() && each.closest(".unseen") === null)
          .map((each) => [each.outerHTML.slice(0, 60), each.getBoundingClientRect()]);
      const parts = [...document.querySelector("main").children].map(boxesIn);
      return parts.flatMap((boxes, index) =>
        parts.slice(index + 1).flat().flatMap(([other, two]) =>
          boxes.flatMap(([name, one]) =>
            one.bottom > two.top && two.bottom > one.top && one.right > two.left && two.right > one.left
              ? [name + " over " + other]
              : [],
          ),
        ),
      );
    })()`);
      expect(overlaps).toEqual([]);
      const box = await heading.boundingBox();
      if (box === null) throw new Error("The heading is not shown.");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      expect(await page.evaluate(`document.elementFromPoint(${x}, ${y})?.tagName`)).toBe("H1");
    },
  );
});
