import { describe, expect } from "vitest";
import {
  accessibilityFaults,
  isTakingScreenshots,
  scrollsSideways,
  takeScreenshot,
  testInBrowser,
} from "../support/browser.ts";
import { approvalAsk, multiAsk, previewAsk, severalAsk, singleAsk } from "../support/card-asks.ts";
import { type CardPage, useCardPage } from "../support/card-page.ts";

const cards = useCardPage({ checked: true });

/**
 * Checks the card on a phone in the dark: nothing is too wide or cut off, and all is readable. `desktop`: also on a desktop in the
 * light, for a card with other parts or colours than the cards before it.
 */
async function inspect({ page }: CardPage, state: string, { desktop = false } = {}): Promise<void> {
  const places = [...(desktop || isTakingScreenshots ? [["desktop", 1440] as const] : []), ["phone", 360] as const];
  for (const [place, width] of places) {
    await page.setViewportSize({ width, height: 800 });
    expect(await scrollsSideways(page), `${state} at ${width}`).toBe(false);
    // Why it failed is never cut off: a finger cannot point at it to read the rest.
    const isCut =
      "[...document.querySelectorAll('.yc-line[data-tone=danger]')].some((it) => it.scrollWidth > it.clientWidth)";
    expect(await page.evaluate(isCut), `${state} at ${width}`).toBe(false);
    await page.emulateMedia({ colorScheme: place === "phone" ? "dark" : "light" });
    // Only colours and widths differ between the two.
    expect(await accessibilityFaults(page, place === "phone" ? "all" : "contrast"), state).toEqual([]);
    for (const colorScheme of ["dark", "light"] as const) {
      if (isTakingScreenshots) await page.emulateMedia({ colorScheme });
      await takeScreenshot(page, `card/${state}-${place}-${colorScheme}`);
    }
  }
  await page.setViewportSize({ width: 1440, height: 800 });
}

const at = new Date().toISOString();
const clock = at.slice(11, 16);
const answered = (by: object, more: object = {}) => ({
  outcome: {
    status: "answered",
    answers: [{ question: singleAsk.questions[0]?.question, header: "Database", selectedOptions: ["SQLite"] }],
    by: { surface: "web", act: "submit", ...by },
    at,
    ...more,
  },
});
// Before everything is answered Send is marked as disabled, and says why when it is pressed.
const send = (card: CardPage) => card.page.getByRole("button", { name: /^Send/ }).click({ force: true });

describe("a card that waits", { timeout: 120_000 }, () => {
  testInBrowser("says who asks, from where, since when and until when, and that an agent is gone", async () => {
    const soon = new Date(Date.now() + 272_000).toISOString();
    const gone = { count: 0, lastSeenAt: new Date(Date.now() - 11 * 60_000).toISOString() };
    const ask = { ...singleAsk, expiresAt: soon, waiting: gone };
    const card = await cards.open({ ask, surface: "web", elsewhere: "terminal" });
    const head = card.page.locator(".yc-head");
    await expect
      .poll(() => head.textContent())
      .toMatch(
        /^claude · fix login~\/shopagent gonebeing answered in terminal Expires \d\d:\d\d, then nothing is answered$/,
      );
    await card.page.getByRole("button", { name: "more" }).click();
    await card.page.getByText("the least new thing to look after").waitFor();
    await inspect(card, "waiting");
  });

  testInBrowser("looks different for each kind of ask", async () => {
    const card = await cards.open({ ask: severalAsk });
    await card.page.getByText("MongoDB").click();
    await card.page.getByText("TypeScript").click();
    await send(card);
    await card.page.getByText("2 questions still open.").waitFor();
    await inspect(card, "several-open", { desktop: true });
    await card.show({ ask: approvalAsk });
    await card.page.getByText("All of it is shown.").waitFor();
    await inspect(card, "approval", { desktop: true });
    await card.show({ ask: previewAsk });
    await card.page.getByRole("button", { name: "Topbar" }).click();
    await card.page.getByText("| main                |").waitFor();
    await inspect(card, "preview");
  });

  testInBrowser("needs a confirmation before it skips, drops text or declines", async () => {
    const card = await cards.open({ ask: singleAsk });
    await card.page.getByText("Other").click();
    await card.page.getByRole("textbox").fill("DuckDB");
    await card.page.getByText("MongoDB").click();
    await card.page.getByText("You also wrote “DuckDB”.").waitFor();
    await inspect(card, "also-wrote");
    await card.page.getByRole("button", { name: "Back" }).click();
    await card.page.getByRole("button", { name: "Decline" }).click();
    await inspect(card, "declining");
    await card.show({ ask: { ...multiAsk, id: "ask_skip" } });
    await card.page.getByRole("button", { name: "Skip" }).click();
    await card.page.getByText("Skip it? The agent is told that you have no preference.").waitFor();
  });
});

describe("a card whose answer was sent", { timeout: 120_000 }, () => {
  testInBrowser("hides nothing before it is acknowledged, and keeps everything when it is refused", async () => {
    const card = await cards.open({ ask: multiAsk });
    const { page, sent, hold, settle } = card;
    await hold();
    await page.getByText("TypeScript").click();
    await page.getByText("Other").click();
    await page.getByRole("textbox").fill("dark mode");
    await send(card);
    await page.getByRole("button", { name: "Sending" }).waitFor();
    expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(2);
    expect(await page.getByRole("textbox").inputValue()).toBe("dark mode");
    expect(await page.evaluate("document.activeElement.tagName")).toBe("BUTTON");
    if (isTakingScreenshots) await inspect(card, "sending");
    await page.getByRole("button", { name: "Sending" }).click({ force: true });
    await settle("The hub does not answer.");
    await page.getByText("The hub does not answer. Your text is kept.").waitFor();
    await inspect(card, "failed", { desktop: true });
    expect(await page.getByRole("textbox").inputValue()).toBe("dark mode");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.poll(sent).toHaveLength(2);
    expect((await sent())[1]).toEqual((await sent())[0]);
    await settle();
    await page.getByText("Answered. You, ").waitFor();
    await page.getByText("Chosen: “dark mode”").waitFor();
    // The outcome may come before the acknowledgement and must not count as somebody else's answer.
    await card.show({ ask: singleAsk, surface: "web" });
    await page.getByText("SQLite").click();
    await expect.poll(sent).toHaveLength(3);
    await card.show({ ask: { ...singleAsk, ...answered({ act: "click" }) } });
    await page.getByText(`Answered. You, in web, ${clock}.`).waitFor();
    expect(await page.getByText("Your draft").count()).toBe(0);
    await settle("Too late.");
    await page.getByText("Your draft, not sent").waitFor();
  });

  testInBrowser("without a connection keeps the answer, and sends only when a person presses Send again", async () => {
    const card = await cards.open({ ask: singleAsk, offline: true });
    await card.page.getByText("SQLite").click();
    await send(card);
    await card.page
      .locator("[role=status][data-tone=warning]", { hasText: "Kept here. Send once the hub is back." })
      .waitFor();
    await inspect(card, "offline");
    await card.show({ offline: false });
    await card.page.getByText("Kept here.").waitFor({ state: "detached" });
    expect(await card.sent()).toEqual([]);
    await send(card);
    await expect.poll(card.sent).toHaveLength(1);
  });
});

describe("the card's buttons", { timeout: 60_000 }, () => {
  testInBrowser("keep their own style on a page with a hover rule for all buttons", async () => {
    const { page } = await cards.open({ ask: singleAsk, submitOnClick: false });
    await page.getByText("MongoDB").click();
    for (const name of ["Send answer", "Decline", "Skip", "Add a note"]) {
      const button = page.getByRole("button", { name });
      await button.hover();
      const look = await page.evaluate<string>(`(() => {
        const { backgroundColor, borderTopWidth } = getComputedStyle(document.querySelector("button:hover"));
        return backgroundColor + " " + borderTopWidth;
      })()`);
      // Its own shade of the primary colour, not the page's grey.
      expect(look).toMatch(name === "Send answer" ? /^(?!rgb\(238)/ : /^color\(srgb 0\.94.* 1px$/);
      expect(await accessibilityFaults(page, "contrast"), name).toEqual([]);
    }
  });
});

describe("a card that has ended", { timeout: 120_000 }, () => {
  testInBrowser("says who answered where, and folds once pointer and focus have left it", async () => {
    const card = await cards.open({ ask: singleAsk, surface: "web" });
    const { page, show } = card;
    await page.getByText("MongoDB").hover();
    await show({ ask: { ...singleAsk, ...answered({}, { comment: "Start small." }) } });
    await page.getByText(`Answered. You, in web, ${clock}.`).waitFor();
    await page.getByText("MongoDB").waitFor();
    await page.mouse.move(900, 700);
    await page.getByText("MongoDB").waitFor({ state: "detached" });
    await page.getByText("Chosen: SQLite").waitFor();
    await inspect(card, "answered");
    await show({
      ask: { ...singleAsk, id: "ask_script", ...answered({ surface: "terminal", act: "script", user: "ana" }) },
    });
    await page.getByText(`Answered. ana, in terminal by a script, ${clock}.`).waitFor();
    for (const [state, outcome, words] of [
      [
        "declined",
        { by: { surface: "nvim", act: "sheet", user: "ana" }, reason: "ask me tomorrow" },
        `Declined. ana, in nvim, ${clock}. “ask me tomorrow”`,
      ],
      ["cancelled", { reason: "found it" }, `Withdrawn, ${clock}. Nothing was answered for you. “found it”`],
      ["expired", {}, `Expired, ${clock}. Nothing was answered for you.`],
    ] as const) {
      await show({ ask: { ...singleAsk, id: `ask_${state}`, outcome: { status: state, at, ...outcome } } });
      await page.getByText(words).waitFor();
      await inspect(card, state);
    }
    expect(await page.getByRole("radio").count()).toBe(0);
  });

  testInBrowser("keeps unsent text for copying when another answer came first", async () => {
    const card = await cards.open({ ask: singleAsk, surface: "web" });
    const { page, show } = card;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByText("Other").click();
    await page.getByRole("textbox").fill("DuckDB,\nin one file");
    await show({ ask: { ...singleAsk, ...answered({ surface: "terminal", user: "ana" }) } });
    // The field stays until the person leaves it.
    await page.setViewportSize({ width: 390, height: 480 });
    await page.getByText("Your words are kept, not sent.").waitFor();
    const [words, copy] = await Promise.all(
      [page.locator(".yc-kept-line > .yc-line"), page.getByRole("button", { name: "Copy" })].map((it) =>
        it.boundingBox(),
      ),
    );
    expect(copy?.x).toBeGreaterThanOrEqual((words?.x ?? 0) + (words?.width ?? 0));
    await page.keyboard.press("Escape");
    await page.getByText(`Answered. ana, in terminal, ${clock}, while you were typing.`).waitFor();
    await inspect(card, "answered-elsewhere", { desktop: true });
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("Database, own words: DuckDB,\nin one file");
    expect(await card.sent()).toEqual([]);
  });
});

describe("a draft", () => {
  testInBrowser(
    "from elsewhere is applied while the focus is outside the card, and never while it is inside",
    async () => {
      const entry = { selectedOptions: ["MongoDB"], otherPicked: false, other: "", note: "", skipped: false };
      const draft = (change: object) => ({ entries: [{ ...entry, ...change }], comment: "", reason: "" });
      const {
        page,
        show,
        sent,
        draft: told,
      } = await cards.open({ ask: singleAsk, draft: draft({}), submitOnClick: false });
      const checked = () => page.getByRole("radio", { checked: true }).getAttribute("id");
      expect(await checked()).toMatch(/-0-1$/);
      await show({ draft: draft({ selectedOptions: ["SQLite"] }) });
      await expect.poll(checked).toMatch(/-0-2$/);
      await page.getByRole("radio").first().focus();
      await show({ draft: draft({ note: "from the terminal" }) });
      expect(await checked()).toMatch(/-0-2$/);
      await page.getByText("PostgreSQL").click();
      expect(await told()).toMatchObject({ entries: [{ selectedOptions: ["PostgreSQL (Recommended)"] }] });
      await page.getByRole("heading").click();
      expect(await checked()).toMatch(/-0-0$/);
      // Our own draft comes back late and must not undo later changes.
      const early = await told();
      await page.getByText("MongoDB").click();
      await page.getByRole("heading").click();
      await show({ draft: early });
      expect(await checked()).toMatch(/-0-1$/);
      await show({ draft: draft({ selectedOptions: [], otherPicked: true, other: "DuckDB" }) });
      await expect.poll(() => page.getByRole("textbox").inputValue()).toBe("DuckDB");
      await show({ draft: { entries: "none" } });
      expect(await page.getByRole("textbox").inputValue()).toBe("DuckDB");
      expect(await sent()).toEqual([]);
    },
  );
});

describe("the host's page", () => {
  testInBrowser("sets the card's theme, direction and classes, and is not restyled by it", async () => {
    const { page } = await cards.open({ ask: singleAsk, classNames: { card: "mine", send: "press-me" } });
    const look = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector("${selector}")).${name}`);
    expect(await look(".yc-card.mine", "backgroundColor")).toBe("rgb(255, 255, 255)");
    await page.evaluate("document.querySelector('main').dataset.theme = 'dark'");
    expect(await look(".yc-card.mine", "backgroundColor")).toBe("rgb(23, 32, 51)");
    expect(await look(":root", "colorScheme")).toBe("light dark");
    await page.evaluate("document.documentElement.dir = 'rtl'");
    const [chip, name] = await Promise.all(
      [".yc-chip", ".yc-chip > span"].map((part) => page.locator(part).first().boundingBox()),
    );
    expect((name?.x ?? 0) + (name?.width ?? 0)).toBeCloseTo((chip?.x ?? 0) + (chip?.width ?? 0), 0);
    const [send, decline] = [
      await page.locator(".press-me").boundingBox(),
      await page.locator(".yc-decline").boundingBox(),
    ];
    expect(send?.x).toBeLessThan(decline?.x ?? 0);
    await takeScreenshot(page, "card/right-to-left-dark");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.evaluate("document.querySelector('main').dataset.theme = 'light'");
    expect(await look(".yc-card.mine", "backgroundColor")).toBe("rgb(255, 255, 255)");
  });
});

describe("a theme", { timeout: 60_000 }, () => {
  testInBrowser("of a few variables, set by any element around the card, stays readable", async () => {
    const { page } = await cards.open({ ask: singleAsk, submitOnClick: false }, { dark: true });
    await page.getByText("MongoDB").click();
    const main = (style: string) =>
      page.evaluate(`document.querySelector("main").style.cssText = ${JSON.stringify(style)}`);
    const look = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector("${selector}")).${name}`);
    for (const style of [
      "--yc-surface: #fffbe6",
      "--yc-surface: #0b1120; --yc-primary: #facc15",
      "--yc-primary: #facc15",
      "--yc-primary: #052e16",
      "--yc-surface: #ffffff; --yc-primary: #be123c",
      "--yc-surface: #1c1917; --yc-text: #fafaf9",
      "--yc-surface: #fdf6e3; --yc-text: #3b3a36",
    ]) {
      await main(style);
      await expect.poll(() => accessibilityFaults(page, "contrast"), { message: style }).toEqual([]);
    }
    // What is raised, a line and a choice are mixed from surface and text.
    const before = await look(".yc-option + .yc-option", "borderTopColor");
    await main("--yc-surface: #1c1917; --yc-text: #fafaf9");
    expect(await look(".yc-option + .yc-option", "borderTopColor")).not.toBe(before);
    await main("--yc-font: serif; --yc-radius: 0px; --yc-density: 0.5");
    expect(await look(".yc-card", "fontFamily")).toBe("serif");
    expect(await look(".yc-card", "borderRadius")).toBe("0px");
    expect(await look(".yc-body", "paddingTop")).toBe("12px");
  });

  testInBrowser("is light or dark like the page, whatever the system prefers", async () => {
    const { page } = await cards.open({ ask: singleAsk }, { dark: true });
    const scheme = async (style: string, more = "") => {
      await page.evaluate(`document.documentElement.style.cssText = "${style}"; document.body.className = "${more}"`);
      return page.evaluate(
        "new Promise(requestAnimationFrame).then(() => document.querySelector('.yc-card').dataset.scheme)",
      );
    };
    expect(await scheme("color-scheme: light dark")).toBe("dark");
    expect(await scheme("color-scheme: light")).toBe("light");
    expect(await scheme("color-scheme: normal")).toBe("light");
    expect(await scheme("color-scheme: dark")).toBe("dark");
    expect(await scheme("color-scheme: light", "dark")).toBe("dark");
    expect(await scheme("color-scheme: dark", "light")).toBe("light");
    // A card that its host makes transparent is seen on what is behind it.
    await page.evaluate(`document.querySelector(".yc-card").style.background = "none"`);
    expect(await scheme("--yc-surface: #ffffff; background: #ffffff")).toBe("light");
    expect(await scheme("--yc-surface: #0b1120; background: #0b1120")).toBe("dark");
    expect(await scheme("--yc-surface: #ffffff")).toBe("light");
  });
});

describe("a compact card", () => {
  testInBrowser("takes much less room, and is as readable", async () => {
    const { page, show } = await cards.open({ ask: singleAsk });
    const height = async () => (await page.locator(".yc-card").boundingBox())?.height ?? 0;
    const whole = await height();
    await show({ ask: singleAsk, compact: true });
    expect(await height()).toBeLessThan(whole * 0.75);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

describe("a page at 200 %", () => {
  testInBrowser("shows all of a card without scrolling sideways", async () => {
    for (const ask of [severalAsk, approvalAsk]) {
      const { page } = await cards.open({ ask }, { width: 640, zoom: 2 });
      expect(await scrollsSideways(page)).toBe(false);
    }
  });
});
