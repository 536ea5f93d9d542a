/** The page *Game*. */
import { Empty } from '../kit/states.js';

/** Shows nothing yet. */
export default function GamePage({ id }: { id: string }) {
  return <Empty title={`Nothing here yet of ${id}.`} />;
}
