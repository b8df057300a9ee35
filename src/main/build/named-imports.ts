/** What a module imports, by name. */
import { type ExportNamedDeclaration, type ImportDeclaration, type ModuleExportName, parseSync } from "oxc-parser";

/** An export of another module; without a name the whole module. */
export interface Named {
  from: string;
  name: string | undefined;
}

interface Imports {
  imports: readonly Named[];
  /** Of a module that only lists what other modules export: where its exports are from, by name and as a whole. */
  list: { named: ReadonlyMap<string, Named>; whole: readonly string[] } | undefined;
}

/** @param code of the module, TypeScript or JavaScript */
export function readModule(id: string, code: string): Imports {
  const { program } = parseSync(id.replace(/\?.*/, ""), code);
  const imports: Named[] = [];
  const locals = new Map<string, Named>();
  const named = new Map<string, Named>();
  const whole: string[] = [];
  let declares = false;
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") {
      for (const { local, ...it } of importsOf(statement)) {
        imports.push(it);
        if (local !== undefined) locals.set(local, it);
      }
    } else if (statement.type === "ExportAllDeclaration") {
      const it = { from: statement.source.value, name: undefined };
      imports.push(it);
      if (statement.exported) named.set(nameOf(statement.exported), it);
      else whole.push(it.from);
    } else if (statement.type === "ExportNamedDeclaration" && !statement.declaration) {
      for (const [exported, it] of exportsOf(statement, locals)) {
        if (it) named.set(exported, it);
        else declares = true;
        if (it && statement.source) imports.push(it);
      }
    } else if (!("directive" in statement)) declares = true;
  }
  return { imports, list: declares || named.size + whole.length === 0 ? undefined : { named, whole } };
}

/** With the name by which this module knows it. */
type Local = Named & { local?: string };

function importsOf({ source, specifiers, importKind }: ImportDeclaration): Local[] {
  if (importKind === "type") return [];
  const from = source.value;
  if (specifiers.length === 0) return [{ from, name: undefined }];
  return specifiers.flatMap((specifier): Local[] => {
    const local = specifier.local.name;
    if (specifier.type === "ImportNamespaceSpecifier") return [{ from, name: undefined, local }];
    if (specifier.type === "ImportDefaultSpecifier") return [{ from, name: "default", local }];
    return specifier.importKind === "type" ? [] : [{ from, name: nameOf(specifier.imported), local }];
  });
}

/** The exports by their names; undefined where the module itself declares what it exports. */
function exportsOf(
  { source, specifiers }: ExportNamedDeclaration,
  locals: ReadonlyMap<string, Named>,
): [exported: string, Named | undefined][] {
  return specifiers
    .filter(({ exportKind }) => exportKind !== "type")
    .map(({ local, exported }) => [
      nameOf(exported),
      source ? { from: source.value, name: nameOf(local) } : locals.get(nameOf(local)),
    ]);
}

function nameOf(name: ModuleExportName): string {
  return name.type === "Literal" ? name.value : name.name;
}
