/** How a figure or a word is to be taken. Never shown by colour alone: words say it too. */
export type Tone = 'good' | 'warning' | 'bad';
