import { describe, expect } from "vitest";
import { authMethod, database, features } from "../support/asks.ts";
import { accessibilityFaults, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { answerElsewhere, claude, loop } from "../support/inbox.ts";
import { rest, typistClock } from "../support/typist.ts";
import { isSettled, openWebInbox, row } from "../support/web-inbox.ts";

describe("a day with the web inbox", () => {
  const browser = useBrowser();

  test("what was sent stays in sight with when it was taken, and leads to its record; a click need not send at once", async () => {
    const hub = await startHub();
    const ask = await hub.ask([database], { agent: claude });
    await hub.ask([authMethod], { agent: claude });
    const page = await openWebInbox(browser, hub);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "A click on an option sends it" }).click();
    await page.getByRole("link", { name: "Waiting" }).click();
    await row(page, "Database").click();
    await isSettled(page);
    await page.locator(".yc-option", { hasText: "SQLite" }).click();
    expect((await hub.client("human").get(ask.id)).status).toBe("pending");
    await page.getByRole("button", { name: "Send answer" }).click();
    const line = page.locator(".sent");
    await line.getByText("Sent SQLite to claude · fix login").waitFor();
    await line.getByText("not taken yet").or(line.getByText("has not reached Claude yet")).waitFor();
    await hub.client("agent").delivery(ask.id, { state: "taken", session: claude.session });
    await line.getByText(/^taken \d\d:\d\d$/).waitFor();
    await line.getByRole("link").click();
    expect(new URL(page.url()).pathname).toBe(`/log/${ask.id}`);
  });

  test("of several questions the one in front is all in view, answers lead to theirs, and keys work after a comment", async () => {
    const hub = await startHub();
    const ask = await hub.ask(
      [database, features, authMethod, { ...database, question: "And the replica?", header: "Replica" }],
      { agent: claude },
    );
    const page = await openWebInbox(browser, hub, { path: `/a/${ask.id}`, script: typistClock });
    await isSettled(page);
    const isInView = (header: string) =>
      page.evaluate<boolean>(`(() => {
        const fields = [...document.querySelectorAll("fieldset.yc-question")];
        const { top, bottom } = fields.find((it) => it.textContent.includes(${JSON.stringify(header)})).getBoundingClientRect();
        return top >= document.querySelector(".work").getBoundingClientRect().top &&
          bottom <= document.querySelector(".yc-footer").getBoundingClientRect().top;
      })()`);
    await page.getByRole("radio", { name: "PostgreSQL" }).first().focus();
    await page.keyboard.press("2");
    await page.keyboard.press("Tab");
    for (const header of ["Replica", "Features", "Auth Method"]) {
      await page.getByRole("button", { name: new RegExp(`${header}.*open`) }).click();
      await expect.poll(() => isInView(header), { message: header }).toBe(true);
    }
    await isSettled(page);
    await page.keyboard.press("c");
    await page.keyboard.type("soon");
    await page.keyboard.press("Escape");
    await rest(page, 1000);
    await page.keyboard.press("2");
    await page.getByRole("button", { name: /Auth Method.*JWT/ }).waitFor();
  });

  test("after the last question there is what was decided today, and the ways to ask only for newcomers", async () => {
    const hub = await startHub();
    const page = await openWebInbox(browser, hub);
    await page.getByText("yourcall setup claude").waitFor();
    const ask = await hub.ask([database], { agent: claude });
    await answerElsewhere(hub, ask, "SQLite");
    await page.reload();
    await page.getByText("Today: 1 decision, median wait").waitFor();
    await page.getByRole("link", { name: "SQLite" }).waitFor();
    expect(await page.getByText("yourcall setup claude").count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("a question can be put off until a time, and comes up again by itself after it", async () => {
    const hub = await startHub();
    await hub.ask([database], { agent: claude });
    await hub.ask([authMethod], { agent: loop });
    const page = await openWebInbox(browser, hub);
    // From noon on, so that an hour later is still today.
    await page.clock.install({ time: new Date().setHours(12, 0, 0, 0) });
    await page.reload();
    await page.getByRole("region", { name: "Database" }).waitFor();
    const later = page.getByRole("combobox", { name: "Put it off until a time" });
    await later.selectOption({ index: 1 });
    await page.getByRole("region", { name: "Auth Method" }).waitFor();
    await row(page, "Database")
      .getByText(/^until \d\d:\d\d$/)
      .waitFor();
    await page.getByRole("link", { name: "Log" }).click();
    await page.clock.fastForward(61 * 60_000);
    await page.getByRole("link", { name: "Waiting" }).click();
    await page.getByRole("region", { name: "Database" }).waitFor();
    expect(await row(page, "Database").getByText("until").count()).toBe(0);
  });

  test("a question that runs from right to left is aligned at the right", async () => {
    const hub = await startHub();
    const question = "באיזה מסד נתונים להשתמש?";
    const ask = await hub.ask([{ ...database, question }], { agent: claude });
    const page = await openWebInbox(browser, hub, { path: `/a/${ask.id}` });
    const text = page.locator(".yc-text", { hasText: question });
    await text.waitFor();
    const places = await page.evaluate<number[]>(`(() => {
      const element = document.querySelector(".yc-text");
      const range = document.createRange();
      range.selectNodeContents(element);
      return [range.getBoundingClientRect().right, element.getBoundingClientRect().right];
    })()`);
    expect(Math.abs((places[0] ?? 0) - (places[1] ?? 9))).toBeLessThan(2);
    // So are its options, with what chooses them beside their names, in whatever language those are.
    const [radio, name] = await Promise.all(
      ["input", ".yc-name"].map((part) =>
        page.locator(".yc-option", { hasText: "SQLite" }).locator(part).boundingBox(),
      ),
    );
    expect((radio?.x ?? 0) - ((name?.x ?? 0) + (name?.width ?? 0))).toBeLessThan(20);
  });
});
