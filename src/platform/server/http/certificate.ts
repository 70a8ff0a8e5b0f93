import { connect } from 'node:tls';

const LIMIT_MS = 2500;

/**
 * When the certificate ends that a web address shows. It is read and not judged: an expired one has an end too.
 * @param origin https; named by the operator, never by a form
 */
export function certificateEnd(origin: string): Promise<Date> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false }, () => {
      const end = new Date(socket.getPeerCertificate().valid_to);
      socket.destroy();
      if (Number.isNaN(end.getTime())) reject(new Error('no certificate was shown'));
      else resolve(end);
    });
    socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error('no answer in time')));
    socket.on('error', reject);
  });
}
