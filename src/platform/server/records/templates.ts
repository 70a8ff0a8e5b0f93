import { readdirSync, readFileSync } from 'node:fs';
import type { z } from 'zod';

/**
 * The templates shipped as .json files in a folder, by key in the order of their names.
 * @param what names them when one is broken: 'Network template'
 * @throws Error naming the file whose shape is wrong or whose name is not its key
 */
export function readTemplates<Template extends { key: string; name: string }>(
  folder: URL,
  schema: z.ZodType<Template>,
  what: string,
): ReadonlyMap<string, Template> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const templates = files.map((file) => {
    const parsed = schema.safeParse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
    if (parsed.success && `${parsed.data.key}.json` === file) return parsed.data;
    if (parsed.success) throw new Error(`${what} ${file}: its key is "${parsed.data.key}"`);
    const { path, message } = parsed.error.issues[0]!;
    throw new Error(`${what} ${file}: ${path.join('.')} ${message}`);
  });
  return new Map(
    templates.toSorted((a, b) => a.name.localeCompare(b.name)).map((template) => [template.key, template]),
  );
}
