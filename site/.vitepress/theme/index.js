/** VitePress’s own theme, in the colours of the product, with games to watch and to play. */
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import GamePlayer from './game-player.vue';
import PlayGame from './play-game.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(PlayGame) }),
  enhanceApp({ app }) {
    app.component('GamePlayer', GamePlayer);
  },
};
