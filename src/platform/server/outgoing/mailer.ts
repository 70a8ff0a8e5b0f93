/** Sends plain letters through the operator's mail server. */
export type Mailer = {
  /** @throws Error in the words of the server, or of the library */
  send(letter: { to: string; subject: string; text: string }): Promise<void>;
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
  return {
    async send(letter) {
      const { createTransport } = await import('nodemailer');
      await createTransport(options).sendMail({ ...letter, from });
    },
  };
}
