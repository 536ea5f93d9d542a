/** The page *Snake*. */
import { Empty } from '../kit/states.js';

/** Shows nothing yet. */
export default function SnakePage({ prefix }: { prefix: string }) {
  return <Empty title={`Nothing here yet of ${prefix}.`} />;
}
