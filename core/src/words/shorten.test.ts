import { describe, expect, it } from "vitest";
import { shortenMiddle, toShownPath } from "./shorten.ts";

describe("a path on a screen", () => {
  it.each([
    ["/home/ana/shop", "~/shop"],
    ["/Users/ana", "~"],
    ["/root/x", "~/x"],
    ["/rooted/x", "/rooted/x"],
    ["/srv/app", "/srv/app"],
    ["/home/ana/projects/customers/northwind/frontend/apps/web", "~/projects/cust…thwind/frontend/apps/web"],
  ])("%s is shown as %s", (path, shown) => expect(toShownPath(path)).toBe(shown));

  it("is never longer than the limit, and counts characters, not code units", () => {
    expect(shortenMiddle("a".repeat(100), 20)).toHaveLength(20);
    expect(Array.from(shortenMiddle("😀".repeat(100), 20))).toHaveLength(20);
    expect(shortenMiddle("short", 20)).toBe("short");
  });
});
