import { fold } from '../../platform/text/fold.ts';
import { isSlipOf } from '../../platform/text/spelling.ts';
import { add, divide, multiply, negate, parseExact, subtract, type Exact } from './exact.ts';
import { FIGURE_NAMES, figureOf, isFigure, isMoney, type FigureName } from './metrics.ts';

/** What a formula is made of. A number keeps its text, so that an engine reads the very same one. */
export type Formula =
  | { is: 'number'; text: string; value: Exact }
  | { is: 'figure'; name: FigureName }
  | { is: 'less'; of: Formula }
  | { is: Sign; left: Formula; right: Formula };
export type Sign = '+' | '-' | '*' | '/';

export const MAX_FORMULA = 200;
const MAX_DEPTH = 30;

/** Where a formula cannot be read, counted from 1, and why. */
export type Misread = { at: number; reason: string };
export type Read = { formula: Formula; misread?: undefined } | { formula?: undefined; misread: Misread };

type Token = { text: string; at: number };

const TOKEN = /\s*(?:([a-z][a-z0-9_]*)|(\d[\d.,]*|\.\d+)|([-+*/()]))/iy;
const NUMBER = /^(\d{1,12}(\.\d{1,6})?|\.\d{1,6})$/;

class MisreadError extends Error {
  readonly misread: Misread;
  constructor(at: number, reason: string) {
    super(reason);
    this.misread = { at, reason };
  }
}

/** Reads a formula over figures by their names: `(profit - 2 * cost) / clicks`. */
export function readFormula(text: string): Read {
  try {
    if (text.length > MAX_FORMULA)
      throw new MisreadError(MAX_FORMULA + 1, `it is longer than ${MAX_FORMULA} characters`);
    const reader = { tokens: tokensOf(text), place: 0, end: text.trimEnd().length + 1 };
    const formula = sum(reader, 0);
    const rest = reader.tokens[reader.place];
    if (rest) throw new MisreadError(rest.at, afterWhole(rest.text));
    if (figuresIn(formula).length === 0)
      throw new MisreadError(1, 'it names no metric, so it would say the same in every line');
    return { formula };
  } catch (error) {
    if (error instanceof MisreadError) return { misread: error.misread };
    throw error;
  }
}

/** As a person reads it: "At character 12: ...". */
export const misreadWords = ({ at, reason }: Misread): string =>
  `At character ${at}: ${reason}${reason.endsWith('?') ? '' : '.'}`;

const afterWhole = (text: string): string =>
  text === ')' ? 'this bracket closes none that was opened' : `before "${text}" there is no sign: + - * or /`;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const from = TOKEN.lastIndex;
    const [whole, ...parts] = TOKEN.exec(text) ?? [];
    const found = parts.find((part) => part !== undefined);
    const at = from + (whole ?? text.slice(from)).search(/\S/) + 1;
    if (found === undefined) {
      const sign = String.fromCodePoint(text.codePointAt(at - 1)!);
      throw new MisreadError(at, `"${sign}" is no sign of a formula: names, numbers, + - * / and brackets are`);
    }
    tokens.push({ text: found, at });
  }
  return tokens;
}

type Reader = { tokens: readonly Token[]; place: number; end: number };

const isNext = (reader: Reader, ...signs: readonly string[]): boolean =>
  signs.includes(reader.tokens[reader.place]?.text ?? '');

function chain(reader: Reader, signs: readonly Sign[], part: () => Formula): Formula {
  let left = part();
  while (isNext(reader, ...signs)) {
    const is = reader.tokens[reader.place]!.text as Sign;
    reader.place += 1;
    left = { is, left, right: part() };
  }
  return left;
}

const sum = (reader: Reader, depth: number): Formula => chain(reader, ['+', '-'], () => product(reader, depth));

const product = (reader: Reader, depth: number): Formula => chain(reader, ['*', '/'], () => single(reader, depth));

function single(reader: Reader, depth: number): Formula {
  const token = reader.tokens[reader.place];
  if (!token) throw new MisreadError(reader.end, 'a metric, a number or a bracket is missing here');
  if (depth > MAX_DEPTH) throw new MisreadError(token.at, `more than ${MAX_DEPTH} brackets stand inside each other`);
  reader.place += 1;
  if (token.text === '-') return { is: 'less', of: single(reader, depth + 1) };
  if (token.text === '(') return bracket(reader, token, depth);
  if (/^[-+*/)]$/.test(token.text))
    throw new MisreadError(token.at, `before "${token.text}" a metric, a number or a bracket is missing`);
  return /^[a-z]/i.test(token.text) ? named(token) : numbered(token);
}

function bracket(reader: Reader, { at }: Token, depth: number): Formula {
  const inner = sum(reader, depth + 1);
  const close = reader.tokens[reader.place];
  if (!close) throw new MisreadError(at, 'this bracket is not closed');
  if (close.text !== ')') throw new MisreadError(close.at, afterWhole(close.text));
  reader.place += 1;
  return inner;
}

function named({ text, at }: Token): Formula {
  const name = text.toLowerCase();
  if (isFigure(name)) return { is: 'figure', name };
  const near = nearestTo(name);
  throw new MisreadError(at, `"${text}" is no metric${near === undefined ? '' : `. Did you mean ${near}?`}`);
}

function numbered({ text, at }: Token): Formula {
  if (!NUMBER.test(text)) {
    const why = text.includes(',')
      ? `"${text}" has a comma: decimals stand behind a point, such as 0.5`
      : `"${text}" is no number: at most 12 digits, and 6 behind a point`;
    throw new MisreadError(at, why);
  }
  return { is: 'number', text, value: parseExact(text) };
}

/** A metric that may have been meant: mistyped, begun, or called by its label. */
const nearestTo = (word: string): FigureName | undefined =>
  FIGURE_NAMES.find((name) => isSlipOf(word, name)) ??
  FIGURE_NAMES.find((name) => fold(figureOf(name).label).replaceAll(/[^a-z0-9]+/g, '_') === word) ??
  (word.length < 3
    ? undefined
    : (FIGURE_NAMES.find((name) => name.startsWith(word)) ??
      FIGURE_NAMES.find((name) => name.includes(word) || word.includes(name)) ??
      FIGURE_NAMES.find((name) => name.slice(0, 3) === word.slice(0, 3))));

/** The figures that a formula names, each once. */
export function figuresIn(formula: Formula): FigureName[] {
  if (formula.is === 'number') return [];
  if (formula.is === 'figure') return [formula.name];
  if (formula.is === 'less') return figuresIn(formula.of);
  return [...new Set([...figuresIn(formula.left), ...figuresIn(formula.right)])];
}

/** What a formula comes to; null where a part of it is not known, or is divided by nothing. */
export function workOut(formula: Formula, valueOf: (name: FigureName) => Exact | null): Exact | null {
  if (formula.is === 'number') return formula.value;
  if (formula.is === 'figure') return valueOf(formula.name);
  if (formula.is === 'less') {
    const of = workOut(formula.of, valueOf);
    return of && negate(of);
  }
  const [left, right] = [workOut(formula.left, valueOf), workOut(formula.right, valueOf)];
  return left && right && SIGNS[formula.is](left, right);
}

const SIGNS: Record<Sign, (left: Exact, right: Exact) => Exact | null> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
};

/** How what a formula comes to is told. */
export const FORMATS = ['money', 'number', 'percent'] as const;
export type Format = (typeof FORMATS)[number];

/** How it is best told, by whether money is left of it: money by money is a share. */
export function formatOf(formula: Formula): Format {
  const power = powerOfMoney(formula);
  if (power !== 0) return power === 1 ? 'money' : 'number';
  return formula.is === '/' && isShare(formula) ? 'percent' : 'number';
}

/** Money by money. */
const isShare = ({ left, right }: { left: Formula; right: Formula }): boolean =>
  powerOfMoney(left) === 1 && powerOfMoney(right) === 1;

function powerOfMoney(formula: Formula): number {
  if (formula.is === 'number') return 0;
  if (formula.is === 'figure') return isMoney(formula.name) ? 1 : 0;
  if (formula.is === 'less') return powerOfMoney(formula.of);
  const [left, right] = [powerOfMoney(formula.left), powerOfMoney(formula.right)];
  if (formula.is === '*') return left + right;
  return formula.is === '/' ? left - right : Math.max(left, right);
}
