/** Shown in the text by `cid:`, and by no address that would tell when a letter is opened. */
type Picture = { cid: string; name: string; png: Buffer };

/** `text` for everybody; `html` for who shows it. `id`: the same for a letter that may go twice, by which most mail programs show it once. */
export type Letter = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  pictures?: readonly Picture[];
  id?: string;
};

/** Sends letters through the operator's mail server. */
export type Mailer = {
  /** @throws Error in the words of the server, or of the library */
  send(letter: Letter): Promise<void>;
};

const LIMIT_MS = 10_000;

/** @param url `smtp://user:password@host:port` or `smtps://...` @param from the sender, "Name <address>" or an address */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const options = {
    url,
    connectionTimeout: LIMIT_MS,
    greetingTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'guidepost';
  return {
    async send({ pictures = [], id, ...letter }) {
      const { createTransport } = await import('nodemailer');
      await createTransport(options).sendMail({
        ...letter,
        from,
        ...(id !== undefined && { messageId: `<${id}@${host}>` }),
        attachments: pictures.map(({ cid, name, png }) => ({
          cid,
          filename: name,
          content: png,
          contentType: 'image/png',
          contentDisposition: 'inline' as const,
        })),
      });
    },
  };
}
