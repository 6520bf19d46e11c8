import { type Theme, themes } from "../app/theme.ts";

const names: Record<Theme, string> = { system: "As the system", light: "Light", dark: "Dark" };

export function ThemeSetting({ theme, onTheme }: { theme: Theme; onTheme: (theme: Theme) => void }) {
  return (
    <fieldset className="setting">
      <legend>Theme</legend>
      <div className="choices">
        {themes.map((name) => (
          <label key={name} className="choice">
            <input type="radio" name="theme" checked={theme === name} onChange={() => onTheme(name)} />
            {names[name]}
          </label>
        ))}
      </div>
      <p className="meta">Kept in this browser.</p>
    </fieldset>
  );
}
