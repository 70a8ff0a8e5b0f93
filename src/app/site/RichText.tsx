type Props = { html: string };

/** Text of the editor. @param html cleaned by the sanitiser after it was read from the store, never as it came */
export function RichText({ html }: Props) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
