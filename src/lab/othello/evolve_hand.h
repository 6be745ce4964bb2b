/* Vectors made by hand for Othello's evolved forms (minds/othello/form.h). */
#ifndef LAB_OTHELLO_EVOLVE_HAND_H
#define LAB_OTHELLO_EVOLVE_HAND_H

extern const float evolve_othello_hand_linear[];
extern const float evolve_othello_hand_lines[];
extern const float evolve_othello_hand_nn1[];
extern const float evolve_othello_hand_nn2[];

#endif
