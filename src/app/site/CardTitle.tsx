type Props = { to: string; title: string };

/** So long a word fits in no line of a card. */
const UNBROKEN = /\S{40}/;

/** The title of a card. One without a place to break is cut to two lines, and whole under the pointer and in focus. */
export function CardTitle({ to, title }: Props) {
  return (
    <a className={UNBROKEN.test(title) ? 'cover cut' : 'cover'} href={to} dir="auto">
      {title}
    </a>
  );
}
