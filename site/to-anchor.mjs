/** The anchor that GitHub makes of a heading, so that a link works there and on the site. @param {string} heading */
export function toAnchor(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}
