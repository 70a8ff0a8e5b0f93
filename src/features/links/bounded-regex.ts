/**
 * Regular expressions whose matching time grows with pattern times text and never faster: all paths are followed at once, so no text
 * can make one of them slow. Known: letters, `.`, `[a-z]`, `[^a-z]`, `\d \w \s` and their capitals, `( )`, `|`, `* + ?`, `{2}`, `{2,5}`,
 * `{2,}`, `^` and `$`. Not known, and refused: look-around, back references, lazy marks. Case does not count.
 */
export type BoundedRegex = { test(text: string): boolean };

type Matches = (char: string) => boolean;
/** `split` goes on at both places; `start` and `end` take no character. */
type Step =
  | { op: 'char'; matches: Matches }
  | { op: 'split'; to: number; or: number }
  | { op: 'jump'; to: number }
  | { op: 'start' }
  | { op: 'end' }
  | { op: 'match' };
type Node = (out: Step[]) => void;

export const MAX_PATTERN = 200;
const MAX_STEPS = 2000;
const MAX_REPEATS = 100;

const CLASSES: Record<string, Matches> = {
  d: (char) => /\d/.test(char),
  w: (char) => /\w/.test(char),
  s: (char) => /\s/.test(char),
};
const PLAIN_ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/** @throws SyntaxError in words for people when the pattern is not one of these */
export function compileBounded(pattern: string): BoundedRegex {
  if (pattern.length > MAX_PATTERN) throw new SyntaxError(`must be at most ${MAX_PATTERN} characters`);
  const steps: Step[] = [];
  new Parser(pattern.toLowerCase(), pattern).whole()(steps);
  push(steps, { op: 'match' });
  return { test: (text) => run(steps, text.toLowerCase()) };
}

function push(out: Step[], step: Step): number {
  if (out.length >= MAX_STEPS) throw new SyntaxError('is too large');
  return out.push(step) - 1;
}

/** Follows every path through the pattern at once; a match may begin anywhere. */
function run(steps: readonly Step[], text: string): boolean {
  let now: number[] = [];
  const seen = new Int32Array(steps.length).fill(-1);
  for (let at = 0; at <= text.length; at += 1) {
    const here: number[] = [];
    const isEnd = at === text.length;
    const open = [0, ...now].toReversed();
    while (open.length > 0) {
      const index = open.pop()!;
      if (seen[index] === at) continue;
      seen[index] = at;
      const step = steps[index]!;
      if (step.op === 'match') return true;
      if (step.op === 'char') here.push(index);
      else if (step.op === 'split') open.push(step.or, step.to);
      else if (step.op === 'jump') open.push(step.to);
      else if (step.op === 'start' ? at === 0 : isEnd) open.push(index + 1);
    }
    now = [];
    if (isEnd) return false;
    const char = text[at]!;
    for (const index of here) if ((steps[index] as { matches: Matches }).matches(char)) now.push(index + 1);
  }
  return false;
}

class Parser {
  private at = 0;
  private readonly pattern: string;
  /** As typed: in lower case \D would read \d. */
  private readonly typed: string;

  constructor(pattern: string, typed: string) {
    this.pattern = pattern;
    this.typed = typed;
  }

  whole(): Node {
    const node = this.choice();
    if (this.at < this.pattern.length) throw new SyntaxError('has a ) without its (');
    return node;
  }

  private choice(): Node {
    const options = [this.sequence()];
    while (this.take('|')) options.push(this.sequence());
    return options.reduceRight((right, left) => (out) => {
      const split = push(out, { op: 'split', to: out.length + 1, or: 0 });
      left(out);
      const jump = push(out, { op: 'jump', to: 0 });
      out[split] = { op: 'split', to: split + 1, or: out.length };
      right(out);
      out[jump] = { op: 'jump', to: out.length };
    });
  }

  private sequence(): Node {
    const parts: Node[] = [];
    while (this.at < this.pattern.length && !'|)'.includes(this.pattern[this.at]!)) parts.push(this.repeated());
    return (out) => {
      for (const part of parts) part(out);
    };
  }

  private repeated(): Node {
    const node = this.single();
    const [least, most] = this.counts();
    if ('?*+{'.includes(this.pattern[this.at] ?? ' ')) throw new SyntaxError('has two marks of repetition in a row');
    return (out) => {
      for (let n = 0; n < least; n += 1) node(out);
      if (most === undefined) {
        const split = push(out, { op: 'split', to: 0, or: 0 });
        node(out);
        push(out, { op: 'jump', to: split });
        out[split] = { op: 'split', to: split + 1, or: out.length };
        return;
      }
      const splits: number[] = [];
      for (let n = least; n < most; n += 1) {
        splits.push(push(out, { op: 'split', to: 0, or: 0 }));
        node(out);
      }
      for (const split of splits) out[split] = { op: 'split', to: split + 1, or: out.length };
    };
  }

  private counts(): [number, number | undefined] {
    if (this.take('?')) return [0, 1];
    if (this.take('*')) return [0, undefined];
    if (this.take('+')) return [1, undefined];
    if (this.pattern[this.at] !== '{') return [1, 1];
    const found = /^\{(\d{1,3})(,(\d{1,3})?)?\}/.exec(this.pattern.slice(this.at));
    if (!found) throw new SyntaxError('has a { that is no count such as {2,5}; write \\{ for the character');
    this.at += found[0].length;
    const least = Number(found[1]);
    const most = found[2] === undefined ? least : found[3] === undefined ? undefined : Number(found[3]);
    if (least > MAX_REPEATS || (most !== undefined && (most > MAX_REPEATS || most < least)))
      throw new SyntaxError(`has a count beyond ${MAX_REPEATS}, or one that ends before it begins`);
    return [least, most];
  }

  private single(): Node {
    const char = this.pattern[this.at]!;
    this.at += 1;
    if (char === '(') {
      if (this.pattern[this.at] === '?' && !this.take('?:')) throw new SyntaxError('may not look ahead or behind');
      const inner = this.choice();
      if (!this.take(')')) throw new SyntaxError('has a ( without its )');
      return inner;
    }
    if (char === '^') return (out) => void push(out, { op: 'start' });
    if (char === '$') return (out) => void push(out, { op: 'end' });
    if ('?*+{'.includes(char)) throw new SyntaxError(`has a ${char} with nothing before it`);
    const matches = char === '[' ? this.set() : char === '.' ? (one: string) => one !== '\n' : this.escaped(char);
    return (out) => void push(out, { op: 'char', matches });
  }

  private set(): Matches {
    const isNot = this.take('^');
    const tests: Matches[] = [];
    while (this.at < this.pattern.length && this.pattern[this.at] !== ']') {
      const from = this.pattern[this.at]!;
      this.at += 1;
      const test = this.escaped(from);
      const isRange = this.pattern[this.at] === '-' && (this.pattern[this.at + 1] ?? ']') !== ']';
      if (!isRange) {
        tests.push(test);
        continue;
      }
      const to = this.pattern[this.at + 1]!;
      this.at += 2;
      if (from === '\\' || to === '\\' || to < from) throw new SyntaxError(`has a range that is none: ${from}-${to}`);
      tests.push((char) => char >= from && char <= to);
    }
    if (!this.take(']')) throw new SyntaxError('has a [ without its ]');
    if (tests.length === 0) throw new SyntaxError('has an empty []');
    return (char) => tests.some((test) => test(char)) !== isNot;
  }

  private escaped(char: string): Matches {
    if (char !== '\\') return (one) => one === char;
    const next = this.typed[this.at];
    if (next === undefined) throw new SyntaxError('ends with a \\');
    this.at += 1;
    const known = CLASSES[next];
    if (known) return known;
    const opposite = CLASSES[next.toLowerCase()];
    if (opposite) return (one) => !opposite(one);
    const plain = PLAIN_ESCAPES[next];
    if (plain === undefined && /[a-z0-9]/i.test(next)) throw new SyntaxError(`has \\${next}, which is not known here`);
    return (one) => one === (plain ?? next);
  }

  private take(text: string): boolean {
    if (!this.pattern.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }
}
