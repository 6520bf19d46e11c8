import { fileURLToPath } from "node:url";

// The folder whose node_modules contains Next.js; otherwise it uses the repository's.
export default { turbopack: { root: fileURLToPath(new URL("../..", import.meta.url)) } };
