import { describe, expect } from "vitest";
import { accessibilityFaults, scrollsSideways, takeScreenshot, testInBrowser } from "../support/browser.ts";
import { approvalAsk, previewAsk, singleAsk } from "../support/card-asks.ts";
import { useCardPage } from "../support/card-page.ts";

const cards = useCardPage();
const esc = "\u001b";
const word = "x".repeat(10_000);
const option = (label: string, more: object = {}) => ({ label, ...more });
const ask = (question: object, more: object = {}) => ({
  id: `ask_${JSON.stringify(question).length}`,
  kind: "question",
  questions: [{ header: "Header", kind: "choice", multiSelect: false, options: [], question: "Which?", ...question }],
  ...more,
});

describe("a hostile agent", () => {
  testInBrowser("has its HTML shown as text, its escapes removed and its long words wrapped", async () => {
    const { page, sent } = await cards.open(
      {
        submitOnClick: false,
        ask: ask(
          {
            question: `<img src=x onerror=alert(1)>${esc}[31m<script>alert(2)</script> \u202Egnp.exe`,
            header: `<b>bold</b>${esc}]0;title\u0007`,
            options: [
              option("<script>alert(3)</script>", { description: `javascript:alert(4)${esc}[2J` }),
              option(word, { description: word }),
              option("__proto__", { description: "constructor" }),
              option("مرحبا بالعالم", { description: "يمين إلى يسار" }),
            ],
          },
          {
            agent: { name: "<i>claude</i>", title: word, cwd: "/\u001b[31mtmp" },
            context: `**bold** ${word}\n<style>*{display:none}</style>`,
          },
        ),
      },
      { width: 360 },
    );
    await page.getByText("<img src=x onerror=alert(1)><script>alert(2)</script> gnp.exe").waitFor();
    await page.getByText("<b>bold</b>", { exact: true }).waitFor();
    await page.locator(".yc-said strong").getByText("bold").waitFor();
    expect(await page.locator("main img, main script, main style, main b, main i").count()).toBe(0);
    expect(await page.content()).not.toContain(esc);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await page.evaluate("getComputedStyle(document.querySelectorAll('.yc-name')[3]).direction")).toBe("rtl");
    await takeScreenshot(page, "card/hostile-phone-light");
    await page.getByText("__proto__").click();
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect.poll(sent).toMatchObject([["submit", { answers: [{ selectedOptions: ["__proto__"] }] }]]);
  });

  testInBrowser("cannot use names that JavaScript treats specially", async () => {
    const { page, sent, show } = await cards.open({
      submitOnClick: false,
      ask: ask({ question: "__proto__", header: "constructor", options: [option("constructor"), option("toString")] }),
    });
    await page.getByRole("radio", { name: "toString" }).check();
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect
      .poll(sent)
      .toMatchObject([["submit", { answers: [{ question: "__proto__", selectedOptions: ["toString"] }] }]]);
    // Labels that look alike get a number.
    await show({ ask: ask({ options: [option("yes"), option("yes\u200b"), option("YES")] }) });
    expect(await page.locator(".yc-name").allTextContents()).toEqual(["yes [1]", "yes [2]", "YES [3]", "Other"]);
    await show({
      ask: { ...approvalAsk, approval: { tool: `Bash${esc}[31m`, input: `rm -rf /\n${esc}[2K<b>` } },
    });
    // Characters that a screen would act on are written out.
    await page.getByText("␛[2K<b>").waitFor();
  });

  testInBrowser("runs and loads nothing through an HTML preview, which keeps its styles", async () => {
    const html = `<div style="color: rgb(1, 2, 3); background: url(http://example.com/x.png)" onclick="parent.hit = 1">Plain<script>parent.hit = 1</script><img src="x" onerror="parent.hit = 1"><iframe src="/"></iframe></div><p style="color: rgb(4, 5, 6)">Looks</p><form action="/"><button>Go</button></form><a href="/" target="_top">Out</a>`;
    const options = [option("HTML", { preview: html }), option("Text", { preview: "| <b> |" })];
    const { page } = await cards.open({ ask: ask({ options }) }, { script: "" });
    const frame = page.frameLocator("iframe");
    await frame.getByText("Looks").waitFor();
    expect(await page.locator("iframe").getAttribute("sandbox")).not.toContain("allow-scripts");
    expect(await page.locator("iframe").getAttribute("srcdoc")).toContain("default-src 'none'");
    const colour = "getComputedStyle(document.querySelector('iframe').contentDocument.querySelector('p')).color";
    await expect.poll(() => page.evaluate(colour)).toBe("rgb(4, 5, 6)");
    await frame.getByText("Plain").click();
    await frame.getByText("Out").click();
    await frame.getByText("Go").click();
    expect(await page.evaluate("globalThis.hit")).toBeUndefined();
    expect(await page.evaluate("location.pathname")).toBe("/");
    await takeScreenshot(page, "card/html-preview-desktop-light");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Text" }).click();
    await page.getByText("| <b> |").waitFor();
  });

  testInBrowser("has its markdown rendered by the host's function if there is one", async () => {
    const ask = {
      ...previewAsk,
      context: "said *this*",
      questions: previewAsk.questions.map((question) => ({
        ...question,
        options: [
          ...question.options,
          { label: "Code", description: "", preview: "if (ready)\n  start();" },
          { label: "Words", description: "", preview: "- one\n- two" },
        ],
      })),
    };
    const { page } = await cards.open({ ask }, { markdown: true });
    await page.locator("em").getByText("said *this*").waitFor();
    // A drawing or code keeps its line breaks, which markdown would join.
    await page.locator(".yc-frame > pre").getByText("| nav  | main         |").waitFor();
    await page.getByRole("button", { name: "Code" }).click();
    await page.locator(".yc-frame > pre").getByText("start();").waitFor();
    await page.getByRole("button", { name: "Words" }).click();
    await page.locator(".yc-frame em").getByText("- one").waitFor();
  });
});

describe("an invalid ask", () => {
  testInBrowser("is shown raw, and can be declined", async () => {
    const question = singleAsk.questions[0];
    const { page, show, sent } = await cards.open({ ask: { questions: "none", [esc]: `${esc}[31mred` } });
    await page.getByText("This question cannot be shown.").waitFor();
    await page.getByText('"questions": "none"').waitFor();
    for (const [place, width] of [
      ["phone", 360],
      ["desktop", 1440],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      expect(await scrollsSideways(page)).toBe(false);
      for (const colorScheme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityFaults(page)).toEqual([]);
        await takeScreenshot(page, `card/malformed-${place}-${colorScheme}`);
      }
    }
    for (const ask of [
      null,
      42,
      "Which one?",
      [],
      {},
      { kind: "question", questions: [] },
      { kind: "question", questions: [null] },
      { kind: "question", questions: [{ ...question, options: null }] },
      { kind: "question", questions: [{ ...question, options: [{ label: 5 }] }] },
      { kind: "question", questions: [{ ...question, question: { toString: "no" } }] },
      { kind: "approval", questions: [question] },
      { ...singleAsk, context: { said: 1 } },
      // Found only while rendering, inside the card's own boundary.
      { ...singleAsk, agent: { name: { first: "claude" } } },
      { ...singleAsk, outcome: { status: "answered", answers: null } },
    ]) {
      await show({ ask });
      await page.getByText("This question cannot be shown.").waitFor();
    }
    await show({ ask: singleAsk });
    await page.getByRole("radio", { name: "MongoDB" }).waitFor();
    await show({ ask: "not an ask" });
    await page.getByText("not an ask", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Decline" }).click();
    await expect.poll(sent).toEqual([["decline", {}]]);
    await page.getByText("Declined.").waitFor();
  });
});
