// Questions that tests of every surface ask. The layouts have previews, one of them longer than a screen.

const option = (label: string, description: string, preview?: string) => ({
  label,
  description,
  ...(preview === undefined ? {} : { preview }),
});

export const database = {
  question: "Which database should we use for this project?",
  header: "Database",
  options: [
    option("PostgreSQL (Recommended)", "Robust relational DB, great for complex queries"),
    option("MongoDB", "Document DB, flexible schema for rapid development"),
    option("SQLite", "Embedded DB, zero configuration, good for small apps"),
  ],
  multiSelect: false,
};

export const features = {
  question: "Which features should we enable?",
  header: "Features",
  options: [
    option("TypeScript", "Type safety and better IDE support"),
    option("ESLint + Prettier", "Code linting and formatting"),
    option("Tailwind CSS", "Utility-first CSS framework"),
  ],
  multiSelect: true,
};

export const packageManager = {
  question: "Which package manager do you prefer?",
  header: "Package Mgr",
  options: [
    { label: "npm", description: "Comes with Node.js" },
    { label: "pnpm (Recommended)", description: "Fast, saves disk space" },
  ],
  multiSelect: false,
};

export const authMethod = {
  question: "Which authentication method should we use?",
  header: "Auth Method",
  options: [
    option("OAuth 2.0 (Recommended)", "Industry standard, supports social login"),
    option("JWT", "Stateless tokens, good for APIs"),
  ],
  multiSelect: false,
};

export const providers = {
  question: "Which OAuth providers should we support?",
  header: "Providers",
  options: [
    option("Google", "Most widely used"),
    option("GitHub", "Popular for developer tools"),
    option("Microsoft", "Enterprise integration"),
  ],
  multiSelect: true,
};

export const layout = {
  question: "Which layout do you prefer?",
  header: "Layout",
  options: [
    option(
      "Sidebar (Recommended)",
      "Room for many sections",
      Array.from({ length: 30 }, (_, row) => `| nav  | main ${row + 1}`).join("\n"),
    ),
    option("Topbar", "More width for content", "+---------------+\n| nav           |\n+---------------+"),
  ],
  multiSelect: false,
};
