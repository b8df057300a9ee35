import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "../theme.ts";
import { Segmented } from "./choice.tsx";

const options = [
  { value: "system", label: <Named icon={Monitor} name="System" /> },
  { value: "light", label: <Named icon={Sun} name="Light" /> },
  { value: "dark", label: <Named icon={Moon} name="Dark" /> },
] as const;

function Named({ icon: Icon, name }: { icon: typeof Sun; name: string }) {
  return (
    <span className="flex items-center gap-2">
      <Icon aria-hidden className="size-5" />
      {name}
    </span>
  );
}

/** System, light or dark. */
export function ThemeToggle() {
  const [theme, setTheme] = useTheme();
  return <Segmented legend="Appearance" options={options} value={theme} onChange={setTheme} />;
}
