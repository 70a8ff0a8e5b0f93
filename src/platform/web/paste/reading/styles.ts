/** What style sheets and style attributes of pasted HTML say, also in words that browsers drop (`mso-list`). */
export type Styles = (element: Element) => ReadonlyMap<string, string>;

const MAX_RULES = 3000;

/** What matters; the rest of a sheet is looks. */
const KEPT =
  /^(font-weight|font-style|text-decoration(-line)?|text-line-through|vertical-align|display|visibility|list-style(-type)?|white-space(-collapse)?|font-family|mso-.+)$/;

function declarations(text: string): [string, string][] {
  const all: [string, string][] = [];
  for (const part of text.split(';')) {
    const colon = part.indexOf(':');
    const name = part.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && KEPT.test(name))
      all.push([
        name,
        part
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      ]);
  }
  return all;
}

/** Reads the sheets of a pasted document once. Later rules win over earlier ones, the attribute over all. */
export function stylesOf(page: Document): Styles {
  const bySheet = new Map<Element, Map<string, string>>();
  const sheet = [...page.querySelectorAll('style')].map((style) => style.textContent).join('\n');
  let rules = 0;
  for (const [, selector = '', body = ''] of sheet
    .replace(/\/\*[\s\S]*?\*\/|<!--|-->/g, '')
    .matchAll(/([^{}@;]+)\{([^{}]*)\}/g)) {
    const declared = declarations(body);
    if (declared.length === 0) continue;
    if ((rules += 1) > MAX_RULES) break;
    for (const element of matches(page, selector.trim())) {
      const known = bySheet.get(element) ?? new Map<string, string>();
      for (const [name, value] of declared) known.set(name, value);
      bySheet.set(element, known);
    }
  }
  const all = new WeakMap<Element, Map<string, string>>();
  return (element) => {
    let found = all.get(element);
    if (!found) {
      found = new Map([...(bySheet.get(element) ?? []), ...declarations(element.getAttribute('style') ?? '')]);
      all.set(element, found);
    }
    return found;
  };
}

function matches(page: Document, selector: string): Iterable<Element> {
  try {
    return page.querySelectorAll(selector);
  } catch {
    // a selector of an office program that no browser knows
    return [];
  }
}
