import type { BucketCheck } from '../../../platform/server/blobs/bucket-check.ts';
import type { Check } from './check.ts';

const KEY = 'pictures';
const LABEL = 'Store of pictures';

/** Whether the bucket of the pictures can be used; none where they lie on the disk. */
export const picturesCheck = (checkBucket: BucketCheck | undefined): Check[] =>
  checkBucket === undefined
    ? []
    : [
        {
          key: KEY,
          label: LABEL,
          hint: 'The bucket did not answer in time. Pictures that were read lately are still shown, new ones cannot be stored.',
          async run() {
            const isGood = (await checkBucket()) === undefined;
            return [
              {
                key: KEY,
                label: LABEL,
                status: isGood ? 'ok' : 'fail',
                value: isGood ? 'can be written and read' : 'cannot be used',
                threshold: 'fails when a small file cannot be written, read and removed',
                hint: isGood
                  ? null
                  : 'Its address, its bucket, its key or a right is wrong, or it is out of order: the log of the server says which.',
              },
            ];
          },
        },
      ];
