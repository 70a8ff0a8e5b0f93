import type { FastifyReply } from 'fastify';

/** Sends a CSV as a file to keep. @param name of the file, without its ending */
export const sendCsv = (reply: FastifyReply, name: string, csv: string): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w-]/g, '-')}.csv"`)
    .send(csv);
