// Before the first picture: the theme chosen on this device, as platform/web/theme.ts puts it on the document.
try {
  const theme = JSON.parse(localStorage.getItem("theme"));
  if (theme === "light" || theme === "dark") document.documentElement.classList.add(theme);
} catch {
  // Without storage the system's theme stands.
}
