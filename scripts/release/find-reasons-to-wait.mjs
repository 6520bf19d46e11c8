/**
 * Why this version cannot be published from here and now, one sentence each.
 * @param {{
 *   manifest: { version: string, repository?: unknown },
 *   changelog: string,
 *   isClean: boolean,
 *   tags: string[],
 *   env: Record<string, string | undefined>,
 * }} state the root's package.json, CHANGELOG.md, git and the environment
 */
export function findReasonsToWait({ manifest, changelog, isClean, tags, env }) {
  const { version } = manifest;
  const [, released, date] = /^## (\S+)(?: \((\d{4}-\d\d-\d\d)\))?$/m.exec(changelog) ?? [];
  return [
    manifest.repository === undefined &&
      "package.json has no `repository`. npm's provenance names it, so it must be the address of this repository.",
    (released !== version || date === undefined) && `CHANGELOG.md does not begin with "## ${version} (YYYY-MM-DD)".`,
    !isClean && "There are uncommitted changes.",
    !tags.includes(`v${version}`) && `The commit does not have the tag v${version}.`,
    env.ACTIONS_ID_TOKEN_REQUEST_URL === undefined &&
      "This is not a workflow with `id-token: write`, which provenance needs: push the tag, and .github/workflows/release.yml publishes.",
  ].filter((reason) => reason !== false);
}
