import { describe, expect } from "vitest";
import {
  accessibilityFaults,
  scrollsSideways,
  takeScreenshot,
  testInBrowser as test,
  useBrowser,
} from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { isSettled, openWebInbox } from "../support/web-inbox.ts";

const script = '<img src=x onerror="window.owned=1"><script>window.owned=1</script>';
const link = "[here](javascript:window.owned=1) ![](https://tracker.example/p.png) <https://a.example>";
const word = "w".repeat(10_000);
const two = (label: string, description: string, preview?: string) => [
  { label, description, preview },
  { label: "No", description: "Leave it" },
];

const asks = [
  { header: "Markup", question: `${script} **x**`, options: two(`<b>${script}`, script) },
  { header: "Long", question: word, options: two(word.slice(0, 2000), word) },
  { header: "מימין", question: "איזה מסד נתונים? \u202egnp.exe", options: two("שמאל \u202e evil", "לימין \u2066 x") },
  {
    header: "\u001b[31mred",
    question: "\u001b]0;owned\u0007Which \u009b31m one?\u0000",
    options: two("\u001b[2Ja", "b\u0008c"),
  },
  { header: "__proto__", question: "constructor", options: two("__proto__", "toString") },
  {
    header: "Preview",
    question: "Look?",
    options: two("Frame", "of HTML", `<h1 style="color:red">Hi</h1>${script}<form action=/x><button>b</button></form>`),
  },
];

describe("hostile asks in the web inbox", () => {
  const browser = useBrowser();

  test("are shown as plain text, stay in their place, and can be answered", async () => {
    const hub = await startHub();
    const [title, branch] = [word.slice(0, 190), word.slice(0, 190)];
    const agent = { name: `__proto__${script}`, session: "constructor", title, branch, cwd: "\u202e/etc" };
    const made = [];
    for (const { header, question, options } of asks)
      made.push(
        await hub.ask([{ header, question, options, multiSelect: false }], {
          agent,
          context: `${script}\n\n${link}\n\n${"> ".repeat(500)}x\n\n${word}`,
        }),
      );
    // No script runs in the frame of a preview.
    const page = await openWebInbox(browser, hub, { script: "" });
    const outside: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(hub.url) && !request.url().startsWith("data:")) outside.push(request.url());
    });
    for (const { id, header } of made.map(({ id }, index) => ({ id, header: asks[index]?.header }))) {
      await page.goto(`${hub.url}/a/${id}`);
      const card = page.getByRole("region", { name: "Open ask" });
      await card.getByText("Leave it").waitFor();
      for (const more of await card.getByRole("button", { name: "more" }).all()) await more.click();
      const text = await page.locator("body").innerText();
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that none is shown
      expect(text, header).not.toMatch(/[\u0000-\u0008\u001b\u0080-\u009f\u202a-\u202e\u2066]/);
      expect(await page.evaluate("window.owned"), header).toBeUndefined();
      expect(await page.locator('a[href^="javascript"], img, [onerror]').count(), header).toBe(0);
      expect(await scrollsSideways(page), header).toBe(false);
      const pane = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.work'))";
      expect(await page.evaluate(pane), header).toBe(0);
      if (header === "Markup") expect(await accessibilityFaults(page), header).toEqual([]);
    }
    await takeScreenshot(page, "hostile-preview-1440-light");
    expect(outside).toEqual([]);
    await page.goto(`${hub.url}/a/${made[4]?.id}`);
    await isSettled(page);
    await page
      .getByRole("region", { name: "Open ask" })
      .getByRole("radio", { name: /^__proto__/ })
      .click();
    await page.getByText(/^Sent/).waitFor();
    expect((await hub.client("human").get(made[4]?.id ?? "")).outcome).toMatchObject({
      answers: [{ question: "constructor", selectedOptions: ["__proto__"] }],
    });
    await page.setViewportSize({ width: 360, height: 740 });
    for (const { id } of [made[0], made[1]].filter((ask) => ask !== undefined)) {
      await page.goto(`${hub.url}/a/${id}`);
      await page.getByRole("region", { name: "Open ask" }).getByText("Leave it").waitFor();
      expect(await scrollsSideways(page)).toBe(false);
    }
    await takeScreenshot(page, "hostile-long-360-light");
  });
});
