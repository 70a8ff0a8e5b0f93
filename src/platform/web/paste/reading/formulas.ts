import { type Inline, type Mark, words } from '../blocks.ts';

/** A formula (MathML) as text: powers stay powers, fractions get a slash. */
export function readFormula(element: Element): Inline[] {
  return tidyRuns(read(element, undefined));
}

function read(element: Element, mark: Mark | undefined): Inline[] {
  const [first, second, third] = element.children;
  const part = (one: Element | undefined, as: Mark | undefined = mark): Inline[] => (one ? read(one, as) : []);
  const sign = (text: string): Inline => words(text, mark ? [mark] : []);
  switch (element.localName.toLowerCase()) {
    case 'msup':
    case 'mover':
      return [...part(first), ...part(second, 'superscript')];
    case 'msub':
    case 'munder':
      return [...part(first), ...part(second, 'subscript')];
    case 'msubsup':
    case 'munderover':
      return [...part(first), ...part(second, 'subscript'), ...part(third, 'superscript')];
    case 'mfrac':
      return [...grouped(first, mark), sign('/'), ...grouped(second, mark)];
    case 'msqrt':
      return [sign('√('), ...children(element, mark), sign(')')];
    case 'mroot':
      return [...part(second, 'superscript'), sign('√('), ...part(first), sign(')')];
    case 'annotation':
    case 'annotation-xml':
      return [];
    default:
      return element.children.length > 0 ? children(element, mark) : [sign(signOf(element))];
  }
}

const children = (element: Element, mark: Mark | undefined): Inline[] =>
  [...element.children].flatMap((child) => read(child, mark));

function grouped(element: Element | undefined, mark: Mark | undefined): Inline[] {
  if (!element) return [];
  const inside = read(element, mark);
  const brace = (text: string): Inline => words(text, mark ? [mark] : []);
  return element.children.length > 1 ? [brace('('), ...inside, brace(')')] : inside;
}

/** Operators stand apart as they are shown. */
function signOf(element: Element): string {
  const text = (element.textContent ?? '').trim().replace(/[\u2061-\u2064]/g, '');
  return element.localName === 'mo' && /^[=<>≤≥±+−≈≠×÷-]$/.test(text) ? ` ${text} ` : text;
}

const tidyRuns = (runs: Inline[]): Inline[] => runs.filter((run) => run.kind === 'break' || run.text !== '');
