export { drawPicture, type Picture } from './draw-picture.ts';
