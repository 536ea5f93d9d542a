/** VitePress’s own theme, in the colours of the product, with its player of games. */
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import GamePlayer from './game-player.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(GamePlayer, { name: 'four' }) }),
  enhanceApp({ app }) {
    app.component('GamePlayer', GamePlayer);
  },
};
