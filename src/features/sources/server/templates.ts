import { readdirSync, readFileSync } from 'node:fs';
import { SourceTemplate } from '../contract.ts';

const FOLDER = new URL('../templates/', import.meta.url);

/** The shipped templates by key, read once at boot. @throws Error naming the file whose shape is wrong */
export function readTemplates(): Map<string, SourceTemplate> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  const templates = files.map((file) => {
    const parsed = SourceTemplate.safeParse(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')));
    if (!parsed.success)
      throw new Error(
        `Source template ${file}: ${parsed.error.issues[0]!.path.join('.')} ${parsed.error.issues[0]!.message}`,
      );
    return parsed.data;
  });
  return new Map(
    templates.toSorted((a, b) => a.name.localeCompare(b.name)).map((template) => [template.key, template]),
  );
}

export const templates: ReadonlyMap<string, SourceTemplate> = readTemplates();
