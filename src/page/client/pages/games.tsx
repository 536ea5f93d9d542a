/** The page *Games*. */
import { Empty } from '../kit/states.js';

/** Shows nothing yet. */
export default function GamesPage() {
  return <Empty title="Nothing here yet." />;
}
