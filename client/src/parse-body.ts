/** A body as its content type tells; text that claims to be JSON and is not stays text. */
export function parseBody(text: string, headers: Record<string, string>): unknown {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(headers["content-type"] ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
