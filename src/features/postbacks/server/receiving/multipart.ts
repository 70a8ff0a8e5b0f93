import { Busboy } from '@fastify/busboy';

/** More is no message about a conversion. Sizes are bounded by the body itself. */
const LIMITS = { fields: 100, files: 5, parts: 105, headerPairs: 20, headerSize: 4096, fieldNameSize: 200 };

const isMultipart = (type: string): boolean => /^multipart\/form-data\s*;/i.test(type);

/**
 * A multipart form as the form it would be without files, repeats and order kept. What is no multipart form stays as it is, and so does
 * one that cannot be read or holds too much.
 * @param type the content type as it was sent
 */
export async function plainForm(type: string, body: string): Promise<string> {
  if (!isMultipart(type)) return body;
  try {
    return String(new URLSearchParams(await readFields(type, body)));
  } catch {
    // it is stored as it came, and refused for what it does not say
    return body;
  }
}

function readFields(type: string, body: string): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const pairs: [string, string][] = [];
    const parser = new Busboy({ headers: { 'content-type': type }, limits: LIMITS });
    const refuse = (): void => reject(new Error('more parts than a message has'));
    parser
      .on('field', (name, value) => void pairs.push([name, value]))
      .on('file', (_name, file) => void file.resume())
      .on('partsLimit', refuse)
      .on('fieldsLimit', refuse)
      .on('filesLimit', refuse)
      .on('error', reject)
      .on('finish', () => resolve(pairs));
    parser.end(body);
  });
}
