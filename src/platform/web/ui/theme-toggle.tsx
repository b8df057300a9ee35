import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "../theme.ts";
import { useWords } from "../words.ts";
import { Segmented } from "./choice.tsx";
import { kitWords } from "./words.ts";
import "./theme-toggle.css";

function Named({ icon: Icon, name }: { icon: typeof Sun; name: string }) {
  return (
    <span className="flex flex-col items-center gap-1 py-1">
      <Icon aria-hidden className="size-5" />
      {name}
    </span>
  );
}

/** System, light or dark. */
export function ThemeToggle() {
  const [theme, setTheme] = useTheme();
  const words = useWords(kitWords);
  const options = [
    { value: "system", label: <Named icon={Monitor} name={words.system} /> },
    { value: "light", label: <Named icon={Sun} name={words.light} /> },
    { value: "dark", label: <Named icon={Moon} name={words.dark} /> },
  ] as const;
  return <Segmented legend={words.appearance} options={options} value={theme} onChange={setTheme} />;
}
